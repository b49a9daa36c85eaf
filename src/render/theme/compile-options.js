/**
 * How every template is compiled, here and when the bundle is made (plain JavaScript, so that the bundler's settings can read it
 * on any Node). `knownHelpersOnly`: a name is data unless it is one of these; `strict`: a field that the view lacks is an error.
 */
export const compileOptions = {
  strict: true,
  preventIndent: true,
  knownHelpersOnly: true,
  knownHelpers: { html: true },
};

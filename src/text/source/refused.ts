/** Ends the reading of a text that cannot be read on; what is wrong is reported before it is thrown, inside this room only. */
export class Refused extends Error {}

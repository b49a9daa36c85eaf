/** A figure beside what is wanted of it: `name 1.23 (goal at most 2, met)`. */
export function goal(name, value, { most, least }) {
  const isMet = most === undefined ? value >= least : value <= most;
  const wanted = most === undefined ? `at least ${least}` : `at most ${most}`;
  return `${name} ${value.toFixed(2)} (goal ${wanted}, ${isMet ? "met" : "not met"})`;
}

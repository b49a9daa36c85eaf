/** A figure beside what is wanted of it: `name 1.23 (goal at most 2, met)`. */
export function goal(name, value, { most, least }) {
  const isMet = most === undefined ? value >= least : value <= most;
  const wanted = most === undefined ? `at least ${Number(least.toFixed(2))}` : `at most ${Number(most.toFixed(2))}`;
  return `${name} ${value.toFixed(2)} (goal ${wanted}, ${isMet ? "met" : "not met"})`;
}

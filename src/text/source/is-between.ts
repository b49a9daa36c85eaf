import type { Place } from "../json/index.ts";

/** Whether a place lies in a range of its text. */
export function isBetween(place: Place, from: number, to: number): boolean {
  return place.start >= from && place.end <= to;
}

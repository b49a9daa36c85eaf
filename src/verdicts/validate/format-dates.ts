import type { TextFormat } from "./text-format.ts";

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** RFC 3339 § 5.6 `full-date`, with the days that the month has. */
function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** A leap second is one only at 23:59:60 UTC (RFC 3339 § 5.7). */
function isLeapSecond(minutes: number, offset: number): boolean {
  return (minutes - offset + 2 * 24 * 60) % (24 * 60) === 24 * 60 - 1;
}

/** RFC 3339 § 5.6 `full-time`. */
function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (Math.max(hour, offsetHour) > 23 || Math.max(minute, offsetMinute) > 59) return false;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === "-" ? -1 : 1);
  return second < 60 || (second === 60 && isLeapSecond(hour * 60 + minute, offset));
}

function isDateTime(text: string): boolean {
  return /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Formats of RFC 3339, Appendix A for `duration`. */
export const dateFormats: Readonly<Record<string, TextFormat>> = {
  date: { name: "a date (RFC 3339)", accepts: isDate },
  time: { name: "a time with its offset (RFC 3339)", accepts: isTime },
  "date-time": { name: "a date-time (RFC 3339)", accepts: isDateTime },
  duration: { name: "a duration (RFC 3339)", accepts: (text) => DURATION.test(text) },
};

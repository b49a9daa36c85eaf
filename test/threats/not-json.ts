/** What is nearly JSON, each wrong in one way of its own: RFC 8259 allows none of these. */
const values: readonly string[] = [
  ..."01 -01 1. .5 -.5 1.e1 1e 1e+ 1E- 1ee2 1e1.5 0e 0x1 0b1 1_000 +1 ++1 - -- -- -a 1a 1-1 1+2 000 ∞ １ NaN -NaN Infinity -Infinity inf".split(" "),
  ..."True FALSE nul tru fals nulll undefined none ~ yes a *a &a !!str".split(" "),
  ...["'a'", "`a`", '"a', 'a"', '"\\"', '"\\a"', '"\\x00"', '"\\u"', '"\\u12"', '"\\uG000"', '"\\uD800\\u"', '"\\\n"', '"\t"', '"\n"', '"\0"', '"a" "b"', "“a”", "\\u0022a\\u0022"],
  ...["[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1:2]", "[", "]", "[1", "1]", "[[]", "[]]", "[1}", "[a", '["a', "[\f]", "[\u00a0]", "[\u2028]", "[\u2060]", "(1)", "<null>"],
  ...['{"a":1,}', '{,"a":1}', '{"a":1,,"b":2}', '{"a" 1}', '{"a"::1}', '{"a",1}', '{"a":}', '{"a"}', "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}", '{:1}', '{"a":1', '{"a":1 "b":2}', '{"a":1;"b":2}', '{"a":1}}', '{"a":1]', "{", "}", "{{}}", '{"a":1}#'],
  ...["[1] // x", "[1 /* x */]", "/* x */ 1", "# x\n1", "[1] x", "1 2", "1 000", '"a",', "[],", "- 1", "a: 1", "--- 1", "%YAML 1.2", "<!-- x -->1", ":", ",", "\\", "\u200b1"],
]; // prettier-ignore

/** Whole documents: alone, and where the value of an extension should stand. */
export const notJson: readonly string[] = values.flatMap((value) => [
  value,
  `{"msgapi":"2.4.0","info":{"title":"t","version":"1"},"channels":{},"x-a":${value}}`,
]);

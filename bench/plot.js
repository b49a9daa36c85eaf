const WIDTH = 640;
const HEIGHT = 300;
const EDGE = { left: 56, right: 16, top: 34, bottom: 40 };

function niceTop(value) {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step) * step;
}

const tick = (value) => (value >= 1000 ? value.toLocaleString("en") : String(Math.round(value * 100) / 100));

/**
 * A line through the measured points as an SVG, with the straight line that cost in proportion would be.
 * `points` are `[channels, seconds]`, the largest last.
 */
export function plot(title, points) {
  const last = points.at(-1) ?? [1, 1];
  const [right, top] = [last[0], niceTop(Math.max(...points.map(([, y]) => y)))];
  const x = (value) => EDGE.left + (value / right) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value) => HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const at = ([channels, seconds]) => `${x(channels).toFixed(1)},${y(seconds).toFixed(1)}`;
  const rows = [0, 0.25, 0.5, 0.75, 1].map((part) => part * top);
  const grid = rows.map((value) => {
    const height = y(value).toFixed(1);
    return `<path class="grid" d="M${EDGE.left} ${height}H${WIDTH - EDGE.right}"/><text x="${EDGE.left - 8}" y="${height}" dy="4" text-anchor="end">${tick(value)}</text>`;
  });
  const marks = points.map((point) => {
    const [left, height] = at(point).split(",");
    return `<circle cx="${left}" cy="${height}" r="3.5"><title>${tick(point[0])} channels: ${point[1].toFixed(2)} s</title></circle>`;
  });
  const columns = points
    .slice(-2)
    .map(
      ([channels]) =>
        `<text x="${x(channels).toFixed(1)}" y="${HEIGHT - 20}" text-anchor="${channels === right ? "end" : "middle"}">${tick(channels)}</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>text{font:12px system-ui,sans-serif;fill:#57606a}.head{font-weight:600;fill:#1f2328}.grid{stroke:#d0d7de}.even{stroke:#8c959f;stroke-dasharray:4 4;fill:none}.line{stroke:#0969da;stroke-width:2;fill:none}circle{fill:#0969da}</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text class="head" x="${EDGE.left}" y="18">${title}</text>
${grid.join("\n")}
<path class="even" d="M${at([0, 0])}L${at(last)}"/>
<polyline class="line" points="${points.map(at).join(" ")}"/>
${marks.join("\n")}
${columns.join("\n")}
<text x="${WIDTH / 2}" y="${HEIGHT - 4}" text-anchor="middle">channels (dashed: in proportion to the largest)</text>
</svg>
`;
}

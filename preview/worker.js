/*
 * One for all pages of the preview: listens for builds, and finds out for each page whether it would look different now.
 * (A browser opens six connections to a server; a stream a page would use them up.)
 */
"use strict";
const pages = new Map();
let latest;
let source;

async function compare(port, page) {
  try {
    const response = await fetch(`/__msgdocs/version?page=${encodeURIComponent(page.path)}`, { cache: "no-store" });
    const version = await response.text();
    if (response.ok && version !== page.version) port.postMessage({ kind: "reload" });
  } catch {
    // The server has gone; when it is back, it says so.
  }
}

function tell(port, page) {
  if (!latest) return;
  port.postMessage({ kind: "state", state: latest });
  compare(port, page);
}

function listen() {
  source = new EventSource("/__msgdocs/events");
  source.onmessage = ({ data }) => {
    latest = JSON.parse(data);
    for (const [port, page] of pages) tell(port, page);
  };
  source.onerror = () => {
    for (const port of pages.keys()) port.postMessage({ kind: "lost" });
    // A stream that was refused does not come back by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
}

function serve(port) {
  port.onmessage = ({ data }) => {
    if (data.kind === "bye") return void pages.delete(port);
    const page = { path: data.path, version: data.version };
    pages.set(port, page);
    tell(port, page);
  };
}

if ("onconnect" in self) self.onconnect = ({ ports }) => serve(ports[0]);
else serve(self);
listen();

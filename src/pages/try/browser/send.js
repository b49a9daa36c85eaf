/* Connecting to a server of the document and sending what was composed. Nothing connects before the reader presses the button. */
import { addressOf, BadField, topicOf } from "./address.js";
import { attributes, button, element, fill } from "./dom.js";
import { createLog } from "./log.js";

/** A server that has not answered by then is slow, and the reader is told. */
const LATE = 10;

/** A field for a value. What is secret is not shown, and no browser is asked to keep any of it. */
function fieldOf({ name, kind, value, options, required }, words, wasChanged) {
  const input =
    options.length > 0
      ? element("select", {}, ...options.map((each) => element("option", { value: each, textContent: each })))
      : element("input", { type: kind === "secret" ? "password" : "text", spellcheck: false });
  if (options.length === 0) attributes(input, { autocomplete: kind === "secret" ? "new-password" : "off", autocapitalize: "off" });
  input.value = options.length > 0 && !options.includes(value) ? options[0] : value;
  input.required = required && kind !== "user";
  input.addEventListener("input", wasChanged);
  const note = required || kind === "user" ? "" : ` (${words.optional})`;
  return { input, label: element("label", { className: "try-field" }, `${name}${note}`, input) };
}

/** A WebSocket with the five things that a connection has. */
function openSocket({ address }, { opened, received, closed }) {
  const socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  let isOpen = false;
  socket.addEventListener("open", () => {
    isOpen = true;
    opened();
  });
  socket.addEventListener("message", ({ data }) => received(data));
  socket.addEventListener("close", ({ code, reason }) =>
    closed(isOpen ? [code === 1005 ? "" : code, reason].filter(Boolean).join(" ") : undefined),
  );
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

/** The client for MQTT is large, so it comes when the first connection needs it. */
function loadMqtt() {
  if (window.msgdocsMqtt) return Promise.resolve(window.msgdocsMqtt);
  return new Promise((resolve, reject) => {
    const files = document.getElementById("try-mqtt").content.cloneNode(true);
    const script = files.querySelector("script");
    script.addEventListener("load", () => resolve(window.msgdocsMqtt));
    script.addEventListener("error", reject);
    document.head.append(files);
  });
}

function start({ words, operation, judge, holder, payload }) {
  const { servers } = operation;
  let server = servers[0];
  let fields = [];
  let connection;
  let isConnected = false;
  let late;
  const log = createLog({ words, operation, judge });
  const status = attributes(element("p", { className: "try-note" }), { role: "status" });
  const say = (text) => (status.textContent = text);
  const box = element("div", { className: "try-fields" });
  const cannot = element("p", { className: "try-note" });
  const connect = button(words.connect, () => (connection ? leave() : enter()), "try-main");
  const send = button(words.send, post, "try-main");

  function update() {
    connect.textContent = connection ? words.disconnect : words.connect;
    connect.className = connection ? "copy" : "try-main";
    send.disabled = !isConnected;
    for (const { input } of fields) input.disabled = connection !== undefined;
    select.disabled = connection !== undefined;
  }
  function ended(reason) {
    clearTimeout(late);
    const text = isConnected ? (reason ? fill(words["closed-because"], { reason }) : words.closed) : words.refused;
    connection = undefined;
    isConnected = false;
    say(text);
    update();
  }
  function leave() {
    const open = connection;
    isConnected = true;
    ended("");
    open.close();
  }
  /** Events of a connection that was left or replaced say nothing. */
  function handlersOf(own) {
    const current = (act) => (data) => connection === own && act(data);
    return {
      opened: current(() => {
        clearTimeout(late);
        isConnected = true;
        say(fill(words.connected, { server: server.name }));
        update();
      }),
      received: current((data) => log.add("received", data)),
      closed: current(ended),
    };
  }
  async function enter() {
    const values = fields.map(({ input }) => input.value);
    try {
      const address = addressOf(server, values);
      const isLocal = /^ws:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(address);
      if (location.protocol === "https:" && address.startsWith("ws:") && !isLocal) return say(words.insecure);
      say(fill(words.connecting, { server: server.name }));
      // Known before it is open, so that it can be left meanwhile.
      const own = (connection = { close() {} });
      update();
      late = setTimeout(() => say(words.late), LATE * 1000);
      const given = { address, topic: topicOf(server, values), listens: operation.received.length > 0 };
      for (const [at, { kind, name }] of server.fields.entries()) if (kind === "user" || kind === "secret") given[name] = values[at];
      const open = server.protocol === "mqtt" ? (await loadMqtt()).open : openSocket;
      if (connection === own) Object.assign(own, open(given, handlersOf(own)));
    } catch (error) {
      if (error instanceof BadField) say(fill(words[error.word], { name: error.field }));
      else ended();
    }
  }
  function post() {
    const { text, verdict } = payload();
    connection.send(text);
    log.add("sent", text, verdict);
  }
  function toCommandLine() {
    const panel = holder.closest(".duo");
    for (const value of ["code", "cli"]) panel.querySelector(`.bar [value="${value}"]`)?.click();
    panel.scrollIntoView({ block: "nearest" });
  }
  function choose(chosen) {
    server = chosen;
    fields = server.fields.map((field) => fieldOf(field, words, () => connection || say("")));
    box.replaceChildren(...fields.map(({ label }) => label));
    cannot.hidden = server.cannot.length === 0;
    cannot.replaceChildren(
      fill(words.cannot, { names: server.cannot.join(", ") }),
      " ",
      button(words["command-line"], toCommandLine, "try-line"),
    );
    say(words.lead);
    update();
  }

  const select = element("select", {}, ...servers.map(({ name }, at) => element("option", { value: at, textContent: name })));
  select.addEventListener("change", () => choose(servers[select.value]));
  box.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.matches("input") && !connection) enter();
  });
  const which = element("div", { className: "try-fields" }, element("label", { className: "try-field" }, words.server, select));
  holder.append(which, box, cannot, status, element("div", { className: "try-bar" }, connect, send), ...log.parts);
  addEventListener("pagehide", () => connection?.close());
  choose(server);
}

start(window.msgdocsSend);

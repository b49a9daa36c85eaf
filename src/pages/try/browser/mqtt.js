/* MQTT over WebSocket, with the same five things as a WebSocket. */
import mqtt from "../../../../node_modules/mqtt/dist/mqtt.esm.js";

window.msgdocsMqtt = {
  open({ address, topic, listens, username, password }, { opened, received, closed }) {
    const client = mqtt.connect(address, {
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
      reconnectPeriod: 0,
      // A page may start no workers.
      timerVariant: "native",
    });
    let reason;
    client.on("connect", () => {
      if (listens) client.subscribe(topic);
      opened();
    });
    client.on("message", (_, data) => {
      try {
        received(new TextDecoder("utf-8", { fatal: true }).decode(data));
      } catch {
        received(data);
      }
    });
    client.on("error", (error) => (reason = error.message));
    client.on("close", () => closed(reason));
    return { send: (text) => client.publish(topic, text), close: () => client.end(true) };
  },
};

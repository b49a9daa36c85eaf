import type { Socket } from "node:net";

/*
 * As much of a broker of AMQP 0-9-1 as a client needs to declare a queue, to publish and to consume. No package has one.
 * Section numbers are those of the specification.
 */

/** What a client published. */
export interface Published {
  readonly exchange: string;
  readonly key: string;
  readonly properties: Buffer;
  readonly body: string;
}

interface Answers {
  /** The user and password, parted by NUL bytes (RFC 4616). */
  login?(response: string): void;
  published?(message: Published): void;
  /** What a consumer is sent. */
  readonly waiting?: string;
}

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const long = (value: number): Buffer => Buffer.concat([short(value >>> 16), short(value & 65535)]);
const longlong = (value: number): Buffer => Buffer.concat([long(0), long(value)]);
const shortText = (text: string): Buffer => Buffer.from([text.length, ...Buffer.from(text)]);
const longText = (text: string): Buffer => Buffer.concat([long(text.length), Buffer.from(text)]);

/** A text with its length before it, and where the next field begins. */
function readShort(from: Buffer, at: number): [text: string, next: number] {
  const next = at + 1 + from.readUInt8(at);
  return [from.toString("utf8", at + 1, next), next];
}

/** Serves one connection. Give it to `net.createServer`. */
export function amqpServer(answers: Answers): (socket: Socket) => void {
  return (socket) => {
    // Frames: type, channel, size, payload, 206 (§ 2.3.5). Type 1 is a method, 2 a header, 3 a body.
    const frame = (type: number, channel: number, ...parts: Buffer[]): unknown => {
      const payload = Buffer.concat(parts);
      return socket.write(Buffer.concat([Buffer.from([type]), short(channel), long(payload.length), payload, Buffer.from([206])]));
    };
    const method = (channel: number, of: number, number: number, ...fields: Buffer[]): unknown =>
      frame(1, channel, short(of), short(number), ...fields);

    let publishing: Omit<Published, "body" | "properties"> = { exchange: "", key: "" };
    let properties = Buffer.alloc(0);
    let size = 0;
    let body = Buffer.alloc(0);
    let count = 0;

    const take = (channel: number): void => {
      if (body.length < size) return;
      answers.published?.({ ...publishing, properties, body: body.toString() });
      method(channel, 60, 80, longlong((count += 1)), Buffer.from([0])); // basic.ack
    };

    const deliver = (channel: number, tag: string): void => {
      if (answers.waiting === undefined) return;
      const value = Buffer.from(answers.waiting);
      method(channel, 60, 60, shortText(tag), longlong(1), Buffer.from([0]), shortText(""), shortText("")); // basic.deliver
      frame(2, channel, short(60), short(0), longlong(value.length), short(0));
      frame(3, channel, value);
    };

    const asked = (channel: number, payload: Buffer): unknown => {
      const name = `${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`;
      switch (name) {
        case "10.11": {
          // connection.start-ok: a table, the mechanism, the response.
          const [, response] = readShort(payload, 8 + payload.readUInt32BE(4));
          answers.login?.(payload.toString("utf8", response + 4, response + 4 + payload.readUInt32BE(response)));
          return method(0, 10, 30, short(0), long(0), short(0)); // tune: no limits, no heartbeat
        }
        case "10.40":
          return method(0, 10, 41, shortText("")); // connection.open-ok
        case "10.50":
          return method(0, 10, 51); // connection.close-ok
        case "20.10":
          return method(channel, 20, 11, longText("")); // channel.open-ok
        case "20.40":
          return method(channel, 20, 41); // channel.close-ok
        case "50.10":
          return method(channel, 50, 11, shortText(readShort(payload, 6)[0] || "amq.gen-1"), long(0), long(0)); // queue.declare-ok
        case "50.20":
          return method(channel, 50, 21); // queue.bind-ok
        case "60.20": {
          const tag = readShort(payload, readShort(payload, 6)[1])[0] || "consumer-1";
          method(channel, 60, 21, shortText(tag)); // basic.consume-ok
          return deliver(channel, tag);
        }
        case "60.40": {
          const [exchange, next] = readShort(payload, 6);
          return (publishing = { exchange, key: readShort(payload, next)[0] });
        }
        case "85.10":
          return method(channel, 85, 11); // confirm.select-ok
        default:
          return undefined;
      }
    };

    let left = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (part: Buffer) => {
      left = Buffer.concat([left, part]);
      // The protocol's header is answered by connection.start: version 0-9, an empty table, PLAIN, a language.
      if (left.toString("latin1", 0, 4) === "AMQP" && left.length >= 8) {
        left = left.subarray(8);
        method(0, 10, 10, Buffer.from([0, 9]), long(0), longText("PLAIN"), longText("en_US"));
      }
      while (left.length >= 8 && left.length >= 8 + left.readUInt32BE(3)) {
        const [type, channel, end] = [left.readUInt8(0), left.readUInt16BE(1), 7 + left.readUInt32BE(3)];
        const payload = left.subarray(7, end);
        left = left.subarray(end + 1);
        if (type === 1) asked(channel, payload);
        if (type === 2) {
          size = Number(payload.readBigUInt64BE(4));
          [properties, body] = [payload.subarray(12), Buffer.alloc(0)];
          take(channel);
        }
        if (type === 3) {
          body = Buffer.concat([body, payload]);
          take(channel);
        }
      }
    });
  };
}

import type { Socket } from "node:net";
import { createRecordsBatch, Reader, readRecordsBatch, Writer, type KafkaRecord } from "@platformatic/kafka";

/*
 * As much of a broker of Kafka as a client needs to produce to topics and to consume them in a group. No package has one. Each topic has one
 * partition, and a record is served as it was produced. Each request is answered in the oldest version that the client knows; the shapes
 * are those of the guide to the protocol (https://kafka.apache.org/protocol).
 */

/** A record that a client produced, as texts. */
export interface Produced {
  readonly topic: string;
  readonly key: string | undefined;
  readonly value: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answers {
  /** The user and password, parted by NUL bytes (RFC 4616). Without this, a client need not say who it is. */
  login?(bytes: string): void;
  produced?(record: Produced): void;
  /** A consumer fetches for the first time, and finds nothing. */
  waiting?(): void;
}

const [NODE, PARTITION, MEMBER] = [1, 0, "member-1"];

/** The requests by their key, in the version that is served. */
const SERVED: ReadonlyMap<number, number> = new Map([
  [0, 9], // Produce
  [1, 12], // Fetch
  [2, 5], // ListOffsets
  [3, 9], // Metadata
  [8, 8], // OffsetCommit
  [9, 8], // OffsetFetch
  [10, 4], // FindCoordinator
  [11, 7], // JoinGroup
  [12, 4], // Heartbeat
  [13, 4], // LeaveGroup
  [14, 5], // SyncGroup
  [17, 1], // SaslHandshake
  [18, 3], // ApiVersions, and version 1
  [22, 3], // InitProducerId
  [36, 2], // SaslAuthenticate
]);

const API_VERSIONS = 18;

/** Whether a request is older than tagged fields. Before a client says who it is, it asks for the versions in an old way. */
const isPlain = (key: number, version: number): boolean => key === 2 || key === 17 || (key === API_VERSIONS && version < 3);

/** The longest that a consumer waits for a record before it is told that there is none. */
const MOST_WAIT = 250;

const text = (bytes: Buffer | null): string | undefined => bytes?.toString();

function producedOf(topic: string, { key, value, headers }: KafkaRecord): Produced {
  return {
    topic,
    key: text(key),
    value: text(value),
    headers: Object.fromEntries(headers.map(([name, each]) => [text(name) ?? "", text(each) ?? ""])),
  };
}

/** A broker that is reached at a port, which it tells its clients. Give `serve` to `net.createServer`. */
export function kafkaServer(answers: Answers, port: () => number) {
  const topics = new Map<string, Buffer[]>();
  const waiters = new Set<() => void>();
  const logOf = (topic: string): Buffer[] => topics.get(topic) ?? topics.set(topic, []).get(topic) ?? [];

  const append = (topic: string, batch: Buffer): void => {
    const log = logOf(topic);
    // The first field is the offset of the first record, which the broker assigns. Nothing here produces several at once.
    batch.writeBigInt64BE(BigInt(log.length), 0);
    log.push(batch);
    for (const wake of waiters) wake();
  };

  const address = (to: Writer): Writer => to.appendInt32(NODE).appendString("127.0.0.1").appendInt32(port());

  /** Writes the answer to a request, at once or later. */
  function answer(key: number, isTagged: boolean, from: Reader, to: Writer): Promise<void> | undefined {
    switch (key) {
      case API_VERSIONS: {
        const versions = (each: Writer, [api, version]: readonly [number, number]) =>
          each.appendInt16(api).appendInt16(version).appendInt16(version);
        to.appendInt16(0)
          .appendArray([...SERVED], versions, isTagged, isTagged)
          .appendInt32(0);
        return;
      }
      case 17:
        to.appendInt16(0).appendArray(["PLAIN"], (each, name) => each.appendString(name, false), false, false);
        return;
      case 36:
        answers.login?.(from.readBytes().toString());
        to.appendInt16(0).appendString(null).appendBytes(Buffer.alloc(0)).appendInt64(0n);
        return;
      case 3: {
        const names = from.readNullableArray((each) => each.readString()) ?? [...topics.keys()];
        to.appendInt32(0)
          .appendArray([NODE], (each) => address(each).appendString(null))
          .appendString("cluster")
          .appendInt32(NODE);
        to.appendArray(names, (each, name) => {
          each.appendInt16(0).appendString(name).appendBoolean(false);
          each.appendArray([PARTITION], (part) => {
            part.appendInt16(0).appendInt32(PARTITION).appendInt32(NODE).appendInt32(0);
            for (const nodes of [[NODE], [NODE], []]) part.appendArray(nodes, (node, id) => node.appendInt32(id), true, false);
          });
          each.appendInt32(0);
        }); // prettier-ignore
        to.appendInt32(0);
        return;
      }
      case 22:
        to.appendInt32(0).appendInt16(0).appendInt64(1n).appendInt16(0);
        return;
      case 0: {
        from.readNullableString();
        from.skip(6);
        const written = from.readArray((topic) => {
          const name = topic.readString();
          topic.readArray((part) => {
            part.skip(4);
            const batch = Buffer.from(part.readBytes());
            for (const record of readRecordsBatch(Reader.from(batch)).records) answers.produced?.(producedOf(name, record));
            append(name, batch);
          });
          return name;
        });
        to.appendArray(written, (each, name) => {
          each.appendString(name).appendArray([PARTITION], (part) => {
            part.appendInt32(PARTITION).appendInt16(0).appendInt64(0n).appendInt64(-1n).appendInt64(0n);
            part.appendArray([], () => undefined).appendString(null);
          });
        });
        to.appendInt32(0);
        return;
      }
      case 10: {
        from.skip(1);
        const groups = from.readArray((each) => each.readString(), true, false);
        to.appendInt32(0).appendArray(groups, (each, group) => {
          address(each.appendString(group)).appendInt16(0).appendString(null);
        });
        return;
      }
      case 11: {
        // The only member is the leader, and its first protocol is taken.
        from.readString();
        from.skip(8);
        from.readString();
        from.readNullableString();
        const type = from.readString();
        const [first] = from.readArray((each) => ({ name: each.readString(), metadata: Buffer.from(each.readBytes()) }));
        to.appendInt32(0)
          .appendInt16(0)
          .appendInt32(1)
          .appendString(type)
          .appendString(first?.name)
          .appendString(MEMBER)
          .appendString(MEMBER);
        to.appendArray([first?.metadata], (each, metadata) => each.appendString(MEMBER).appendString(null).appendBytes(metadata));
        return;
      }
      case 14: {
        from.readString();
        from.skip(4);
        from.readString();
        from.readNullableString();
        const names = [from.readNullableString(), from.readNullableString()];
        const [own] = from.readArray((each) => [each.readString(), Buffer.from(each.readBytes())] as const);
        to.appendInt32(0).appendInt16(0);
        for (const name of names) to.appendString(name);
        to.appendBytes(own?.[1] ?? Buffer.alloc(0));
        return;
      }
      case 12:
        to.appendInt32(0).appendInt16(0);
        return;
      case 13:
        to.appendInt32(0)
          .appendInt16(0)
          .appendArray([], () => undefined);
        return;
      case 9: {
        // Nothing was committed before.
        const groups = from.readArray((each) => ({
          group: each.readString(),
          names: each.readArray((topic) => [topic.readString(), topic.readArray((part) => part.readInt32(), true, false)] as const),
        }));
        to.appendInt32(0).appendArray(groups, (each, { group, names }) => {
          each.appendString(group).appendArray(names, (topic, [name]) => {
            topic.appendString(name).appendArray([PARTITION], (part) => {
              part.appendInt32(PARTITION).appendInt64(-1n).appendInt32(-1).appendString(null).appendInt16(0);
            });
          });
          each.appendInt16(0);
        });
        return;
      }
      case 8: {
        from.readString();
        from.skip(4);
        from.readString();
        from.readNullableString();
        const names = from.readArray((topic) => {
          const name = topic.readString();
          topic.readArray((part) => part.skip(16).readNullableString());
          return name;
        });
        to.appendInt32(0).appendArray(names, (each, name) => {
          each.appendString(name).appendArray([PARTITION], (part) => part.appendInt32(PARTITION).appendInt16(0));
        });
        return;
      }
      case 2: {
        from.skip(5);
        const names = from.readArray((each) => {
          const name = each.readString(false);
          each.readArray((part) => part.skip(16), false, false);
          return name;
        }, false, false); // prettier-ignore
        to.appendInt32(0).appendArray(names, (each, name) => {
          each.appendString(name, false).appendArray([PARTITION], (part) => {
            part.appendInt32(PARTITION).appendInt16(0).appendInt64(-1n).appendInt64(BigInt(logOf(name).length)).appendInt32(0);
          }, false, false);
        }, false, false); // prettier-ignore
        return;
      }
      default:
        return fetched(from, to);
    }
  }

  /** The records from an offset on. A consumer that would find none waits for the next. */
  async function fetched(from: Reader, to: Writer): Promise<void> {
    from.skip(25);
    const asked = from.readArray((topic) => {
      const name = topic.readString();
      return {
        name,
        offsets: topic.readArray((part) => [part.skip(8).readInt64(), part.skip(16)] as const).map(([offset]) => Number(offset)),
      };
    });
    const found = () =>
      asked.map(({ name, offsets: [offset = 0] }) => ({ name, records: logOf(name).slice(offset), end: logOf(name).length }));
    if (found().every(({ records }) => records.length === 0)) {
      answers.waiting?.();
      await new Promise<void>((resolve) => {
        waiters.add(resolve);
        setTimeout(resolve, MOST_WAIT);
      });
    }
    to.appendInt32(0).appendInt16(0).appendInt32(0);
    to.appendArray(found(), (each, { name, records, end }) => {
      each.appendString(name).appendArray([PARTITION], (part) => {
        part.appendInt32(PARTITION).appendInt16(0).appendInt64(BigInt(end)).appendInt64(BigInt(end)).appendInt64(0n);
        part
          .appendArray([], () => undefined)
          .appendInt32(-1)
          .appendBytes(Buffer.concat(records));
      });
    });
  }

  return {
    /** Puts a record into a topic, as another client would. */
    add(
      topic: string,
      record: { readonly key: string; readonly value: string; readonly headers?: Readonly<Record<string, string>> },
    ): void {
      const headers = new Map(
        Object.entries(record.headers ?? {}).map((pair) => pair.map((each) => Buffer.from(each)) as [Buffer, Buffer]),
      );
      append(topic, createRecordsBatch([{ topic, key: Buffer.from(record.key), value: Buffer.from(record.value), headers }]).buffer);
    },

    serve(socket: Socket): void {
      let left: Buffer = Buffer.alloc(0);
      let last = Promise.resolve();
      const respond = async (request: Buffer): Promise<void> => {
        const from = Reader.from(request);
        const [key, version, correlation] = [from.readInt16(), from.readInt16(), from.readInt32()];
        const isTagged = !isPlain(key, version);
        from.readNullableString(false);
        if (isTagged) from.readTaggedFields();
        const to = Writer.create().appendInt32(correlation);
        if (isTagged && key !== API_VERSIONS) to.appendTaggedFields();
        await answer(key, isTagged, from, to);
        if (isTagged) to.appendTaggedFields();
        socket.write(to.prependLength().buffer);
      };
      socket.on("error", () => undefined);
      socket.on("data", (part: Buffer) => {
        left = Buffer.concat([left, part]);
        while (left.length >= 4 && left.length >= 4 + left.readInt32BE(0)) {
          const request = left.subarray(4, 4 + left.readInt32BE(0));
          left = left.subarray(4 + request.length);
          last = last.then(() => respond(request));
        }
      });
    },
  };
}

import { hasPassword } from "../credentials.ts";
import { variable, type Variables } from "../line.ts";
import { wildcards } from "../patterns.ts";
import type { Use } from "../use.ts";
import { payload, type Programs, unlessSentTo } from "./program.ts";
import { python, type ClientProgram } from "./source.ts";

/** In a pattern `*` stands for one level and `>` for all that follow. Nothing can be sent to a pattern. */
const isPattern = (address: string): boolean => /(?:^|\/)(?:[^/]*\*|>$)/.test(address);
const filterOf = ({ address }: Use): string => wildcards(address, "/", "*");

type ServiceSetting = readonly [property: string, value: string | Variables];

function settingsOf(use: Use): ServiceSetting[] {
  const { at, binding } = use;
  const vpn = binding("server", "msgVpn") ?? binding("server", "msvVpn") ?? "{msgVpn}";
  const host = `${at.secure ? "tcps" : "tcp"}://${at.brokers}`;
  return [
    ["transport.host", host],
    ["service.vpn-name", vpn],
    ...(hasPassword(use)
      ? ([
          ["authentication.basic.username", variable("USERNAME")],
          ["authentication.basic.password", variable("PASSWORD")],
        ] as const)
      : []),
  ];
} // prettier-ignore

/** The library wraps one written in C, which has to be told where the trusted certificates are. */
const TRUST: ServiceSetting = ["tls.trust-store-path", "/etc/ssl/certs"];

function fromPython(use: Use): ClientProgram {
  const settings = [...settingsOf(use), ...(use.at.secure ? [TRUST] : [])];
  const connect = python`
    service = MessagingService.builder().from_properties({
        ${settings.map(([name, value]) => python`${`solace.messaging.${name}`}: ${value},`)}
    }).build()
    service.connect()
  `;
  const imports = {
    MessagingService: "from solace.messaging.messaging_service import MessagingService",
    Topic: "from solace.messaging.resources.topic import Topic",
    TopicSubscription: "from solace.messaging.resources.topic_subscription import TopicSubscription",
  };
  const library = "pip install solace-pubsubplus";
  if (use.way === "receive") {
    const body = python`
      ${connect}
      topics = [TopicSubscription.of(${filterOf(use)})]
      receiver = service.create_direct_message_receiver_builder().with_subscriptions(topics).build()
      receiver.start()
      while True:
          message = receiver.receive_message()
          print(message.get_destination_name(), message.get_payload_as_string() or message.get_payload_as_bytes())
    `;
    return { library, imports, body };
  }
  const body = python`
    ${payload.python(use)}

    ${connect}
    publisher = service.create_direct_message_publisher_builder().build()
    publisher.start()
    builder = service.message_builder()
    ${use.headers.map(([name, value]) => python`builder = builder.with_property(${[name, value]})`)}
    message = builder.build(${use.body === undefined ? python`bytearray(payload)` : python`payload`})
    publisher.publish(message, Topic.of(${use.address}))
    publisher.terminate()
    service.disconnect()
  `;
  return { library, imports, body };
}

/** Programs for Solace. There is none for JavaScript: its library speaks only WebSocket, which has another address. */
export const solace: Programs = unlessSentTo(isPattern, { python: fromPython });

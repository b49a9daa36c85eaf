import { hasPassword } from "../credentials.ts";
import { variable, type Variables } from "../line.ts";
import { wildcards } from "../patterns.ts";
import type { Use } from "../use.ts";
import { FATAL, payload, type Programs, unlessSentTo } from "./program.ts";
import { go, java, plain, python, type ClientProgram } from "./source.ts";

/** In a pattern `*` stands for one level and `>` for all that follow. Nothing can be sent to a pattern. */
const isPattern = (address: string): boolean => /(?:^|\/)(?:[^/]*\*|>$)/.test(address);
const filterOf = ({ address }: Use): string => wildcards(address, "/", "*");

/** One setting under its names: as a property in Python, and the constants in Java and Go. */
type ServiceSetting = readonly [property: string, java: string, go: string, value: string | Variables];

function settingsOf(use: Use): ServiceSetting[] {
  const { at, binding } = use;
  const vpn = binding("server", "msgVpn") ?? binding("server", "msvVpn") ?? "{msgVpn}";
  const host = `${at.secure ? "tcps" : "tcp"}://${at.brokers}`;
  return [
    ["transport.host", "TransportLayerProperties.HOST", "TransportLayerPropertyHost", host],
    ["service.vpn-name", "ServiceProperties.VPN_NAME", "ServicePropertyVPNName", vpn],
    ...(hasPassword(use)
      ? ([
          ["authentication.basic.username", "AuthenticationProperties.SCHEME_BASIC_USER_NAME", "AuthenticationPropertySchemeBasicUserName", variable("USERNAME")],
          ["authentication.basic.password", "AuthenticationProperties.SCHEME_BASIC_PASSWORD", "AuthenticationPropertySchemeBasicPassword", variable("PASSWORD")],
        ] as const)
      : []),
  ];
} // prettier-ignore

/** The Python and Go libraries wrap one written in C, which has to be told where the trusted certificates are. */
const TRUST = ["tls.trust-store-path", "TransportLayerSecurityPropertyTrustStorePath", "/etc/ssl/certs"] as const;

function fromPython(use: Use): ClientProgram {
  const settings = [
    ...settingsOf(use).map(([name, , , value]) => [name, value] as const),
    ...(use.at.secure ? [[TRUST[0], TRUST[2]] as const] : []),
  ];
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

function fromJava(use: Use): ClientProgram {
  const connect = java`
    var settings = new Properties();
    ${settingsOf(use).map(([, name, , value]) => java`settings.setProperty(${[plain(name), value]});`)}
    var service = MessagingService.builder(ConfigurationProfile.V1).fromProperties(settings).build();
    service.connect();
  `;
  const properties = "com.solace.messaging.config.SolaceProperties";
  const imports = {
    AuthenticationProperties: `${properties}.AuthenticationProperties`,
    ConfigurationProfile: "com.solace.messaging.config.profile.ConfigurationProfile",
    MessagingService: "com.solace.messaging.MessagingService",
    ServiceProperties: `${properties}.ServiceProperties`,
    Topic: "com.solace.messaging.resources.Topic",
    TopicSubscription: "com.solace.messaging.resources.TopicSubscription",
    TransportLayerProperties: `${properties}.TransportLayerProperties`,
  };
  const library = "com.solace:solace-messaging-client";
  if (use.way === "receive") {
    const body = java`
      ${connect}
      var receiver = service.createDirectMessageReceiverBuilder()
          .withSubscriptions(TopicSubscription.of(${filterOf(use)}))
          .build()
          .start();
      while (true) {
        var message = receiver.receiveMessage();
        System.out.println(message.getDestinationName() + " " + new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8));
      }
    `;
    return { library, imports, body };
  }
  const body = java`
    ${payload.java(use)}

    ${connect}
    var publisher = service.createDirectMessagePublisherBuilder().build().start();
    var message = service.messageBuilder()
        ${use.headers.map(([name, value]) => java`.withProperty(${[name, value]})`)}
        .build(payload);
    publisher.publish(message, Topic.of(${use.address}));
    publisher.terminate(5000);
    service.disconnect();
  `;
  return { library, imports, body };
}

function fromGo(use: Use): ClientProgram {
  const settings = [
    ...settingsOf(use).map(([, , name, value]) => [name, value] as const),
    ...(use.at.secure ? [[TRUST[1], TRUST[2]] as const] : []),
  ];
  const connect = go`
    service, err := messaging.NewMessagingServiceBuilder().FromConfigurationProvider(config.ServicePropertyMap{
      ${settings.map(([name, value]) => go`config.${plain(name)}: ${value},`)}
    }).Build()
    ${FATAL}
    if err := service.Connect(); err != nil {
      log.Fatal(err)
    }
    defer service.Disconnect()
  `;
  const imports = {
    config: "solace.dev/go/messaging/pkg/solace/config",
    messaging: "solace.dev/go/messaging",
    resource: "solace.dev/go/messaging/pkg/solace/resource",
  };
  const library = "go get solace.dev/go/messaging";
  if (use.way === "receive") {
    const body = go`
      ${connect}
      receiver, err := service.CreateDirectMessageReceiverBuilder().WithSubscriptions(resource.TopicSubscriptionOf(${filterOf(use)})).Build()
      ${FATAL}
      if err := receiver.Start(); err != nil {
        log.Fatal(err)
      }
      for {
        inbound, err := receiver.ReceiveMessage(-1)
        ${FATAL}
        bytes, _ := inbound.GetPayloadAsBytes()
        log.Printf("%s %s", inbound.GetDestinationName(), bytes)
      }
    `;
    return { library, imports, body };
  }
  const body = go`
    ${payload.go(use)}
    ${connect}
    publisher, err := service.CreateDirectMessagePublisherBuilder().Build()
    ${FATAL}
    if err := publisher.Start(); err != nil {
      log.Fatal(err)
    }
    builder := service.MessageBuilder()
    ${use.headers.map(([name, value]) => go`builder = builder.WithProperty(${[name, value]})`)}
    outbound, err := builder.BuildWithByteArrayPayload(payload)
    ${FATAL}
    if err := publisher.Publish(outbound, resource.TopicOf(${use.address})); err != nil {
      log.Fatal(err)
    }
    publisher.Terminate(5 * time.Second)
  `;
  return { library, imports, top: payload.goTop(use), body };
}

/** Programs for Solace. There is none for JavaScript: its library speaks only WebSocket, which has another address. */
export const solace: Programs = unlessSentTo(isPattern, { python: fromPython, java: fromJava, go: fromGo });

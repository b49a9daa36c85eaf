import { CERTIFICATE, hasCertificate } from "../credentials.ts";
import { FILE, type Use } from "../use.ts";
import { variable } from "../line.ts";
import { block, go, java, javascript, python, type SourceCode, type ClientProgram, type ProgramLanguage } from "./source.ts";

/** A program for each language with a commonly used library. `undefined` if that library cannot do what the call needs. */
export type Programs = Readonly<Partial<Record<ProgramLanguage, (use: Use) => ClientProgram | undefined>>>;

/** The same programs, but none that sends to an address that is a pattern: nothing can be sent to those. */
export function unlessSentTo(isPattern: (address: string) => boolean, programs: Programs): Programs {
  const made = Object.entries(programs).map(([language, make]) => [
    language,
    (use: Use) => (use.way === "send" && isPattern(use.address) ? undefined : make(use)),
  ]);
  return Object.fromEntries(made) as Programs;
}

/** Go code that ends the program on an error. */
export const FATAL: SourceCode = go`
  if err != nil {
    log.Fatal(err)
  }
`;

/** Code for the payload: a literal as the example spells it, or reading it from a file. */
export const payload = {
  javascript: ({ body }: Use): SourceCode =>
    body === undefined ? javascript`const payload = readFileSync(${FILE});` : javascript`const payload = ${block("javascript", body)};`,
  python: ({ body }: Use): SourceCode =>
    body === undefined ? python`payload = Path(${FILE}).read_bytes()` : python`payload = ${block("python", body)}`,
  java: ({ body }: Use): SourceCode =>
    body === undefined
      ? java`byte[] payload = Files.readAllBytes(Path.of(${FILE}));`
      : java`byte[] payload = ${block("java", body)}.getBytes(StandardCharsets.UTF_8);`,
  /** A text of several lines stands outside the function, where its lines need no indentation. */
  goTop: ({ body }: Use): SourceCode | undefined => (body === undefined ? undefined : go`var payload = []byte(${block("go", body)})`),
  go: ({ body }: Use): SourceCode | undefined =>
    body === undefined
      ? go`
          payload, err := os.ReadFile(${FILE})
          ${FATAL}
        `
      : undefined,
};

/** Code that loads the reader's certificate, for languages that load it before connecting. Java cannot read PEM files. */
export const certificate = {
  javascript: (use: Use): SourceCode[] =>
    hasCertificate(use)
      ? [javascript`cert: readFileSync(${CERTIFICATE.certificate}),`, javascript`key: readFileSync(${CERTIFICATE.key}),`]
      : [],
  python: (use: Use): SourceCode[] => [
    python`tls = ssl.create_default_context()`,
    ...(hasCertificate(use) ? [python`tls.load_cert_chain(${CERTIFICATE.certificate}, ${CERTIFICATE.key})`] : []),
  ],
  java: (use: Use): SourceCode[] =>
    hasCertificate(use)
      ? [
          java`// openssl pkcs12 -export -in client.crt -inkey client.key -out client.p12`,
          java`char[] password = ${variable("KEYSTORE_PASSWORD")}.toCharArray();`,
          java`var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());`,
          java`keys.init(KeyStore.getInstance(new File("client.p12"), password), password);`,
        ]
      : [],
  /** The same as an `SSLContext`. */
  javaContext: (use: Use): SourceCode[] =>
    hasCertificate(use)
      ? [...certificate.java(use), java`var tls = SSLContext.getInstance("TLS");`, java`tls.init(keys.getKeyManagers(), null, null);`]
      : [],
  go: (use: Use): SourceCode[] =>
    hasCertificate(use)
      ? [
          go`
            certificate, err := tls.LoadX509KeyPair(${CERTIFICATE.certificate}, ${CERTIFICATE.key})
            ${FATAL}
          `,
        ]
      : [],
  goConfig: (use: Use): SourceCode =>
    hasCertificate(use) ? go`&tls.Config{Certificates: []tls.Certificate{certificate}}` : go`&tls.Config{}`,
};

/** A whole number. A placeholder in braces becomes code that parses it once the reader has filled it in. */
export function integer(language: "python" | "java", text: string): SourceCode {
  if (/^\d{1,9}$/.test(text)) return { text: String(Number(text)), bare: "0" };
  return language === "python" ? python`int(${text})` : java`Integer.parseInt(${text})`;
}

/** Name and value pairs as the members of an object, dictionary or composite literal. */
export const pairs = {
  javascript: (fields: readonly (readonly [string, SourceCode | Parameters<typeof javascript>[1]])[]): SourceCode =>
    javascript`{ ${fields.map(([name, value]) => javascript`${name === "__proto__" ? javascript`[${name}]` : name}: ${value}`)} }`,
  python: (fields: readonly (readonly [string, SourceCode | Parameters<typeof python>[1]])[]): SourceCode =>
    python`{${fields.map(([name, value]) => python`${name}: ${value}`)}}`,
  go: (fields: readonly (readonly [string, SourceCode | Parameters<typeof go>[1]])[]): SourceCode =>
    go`{${fields.map(([name, value]) => go`${name}: ${value}`)}}`,
};

/** Name and password as an `Authorization` header (RFC 7617). */
export const BASIC = {
  javascript: javascript`"Basic " + btoa(${variable("USERNAME", "", "PASSWORD")})`,
  python: python`"Basic " + base64.b64encode((${variable("USERNAME", "", "PASSWORD")}).encode()).decode()`,
  java: java`"Basic " + Base64.getEncoder().encodeToString((${variable("USERNAME", "", "PASSWORD")}).getBytes(StandardCharsets.UTF_8))`,
  go: go`"Basic " + base64.StdEncoding.EncodeToString([]byte(${variable("USERNAME", "", "PASSWORD")}))`,
};

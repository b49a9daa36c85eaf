import { CERTIFICATE, hasCertificate } from "../credentials.ts";
import { FILE, type Use } from "../use.ts";
import { variable } from "../line.ts";
import { block, go, java, javascript, python, type SourceCode, type ClientProgram, type ProgramLanguage } from "./source.ts";

/** A program for each language that has a usual library; `undefined` where that one cannot do what is asked for. */
export type Programs = Readonly<Partial<Record<ProgramLanguage, (use: Use) => ClientProgram | undefined>>>;

/** Ends a program of Go. */
export const FATAL: SourceCode = go`
  if err != nil {
    log.Fatal(err)
  }
`;

/** The message in the example's spelling, or the file that holds it. */
export const payload = {
  javascript: ({ body }: Use): SourceCode =>
    body === undefined ? javascript`const payload = readFileSync(${FILE});` : javascript`const payload = ${block("javascript", body)};`,
  python: ({ body }: Use): SourceCode =>
    body === undefined ? python`payload = Path(${FILE}).read_bytes()` : python`payload = ${block("python", body)}`,
  java: ({ body }: Use): SourceCode =>
    body === undefined
      ? java`byte[] payload = Files.readAllBytes(Path.of(${FILE}));`
      : java`byte[] payload = ${block("java", body)}.getBytes(StandardCharsets.UTF_8);`,
  /** The text stands before the function: there its lines are not indented. */
  goTop: ({ body }: Use): SourceCode | undefined => (body === undefined ? undefined : go`var payload = []byte(${block("go", body)})`),
  go: ({ body }: Use): SourceCode | undefined =>
    body === undefined
      ? go`
          payload, err := os.ReadFile(${FILE})
          ${FATAL}
        `
      : undefined,
};

/** The certificate of the reader in the languages that load it first. Java reads no PEM files. */
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
  /** The same as a context of TLS. */
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

/** A whole number of digits; what is not known is read from its braces. */
export function integer(language: "python" | "java", text: string): SourceCode {
  if (/^\d{1,9}$/.test(text)) return { text: String(Number(text)), bare: "0" };
  return language === "python" ? python`int(${text})` : java`Integer.parseInt(${text})`;
}

/** Pairs as the members of an object, a dictionary or a composite literal. */
export const pairs = {
  javascript: (fields: readonly (readonly [string, SourceCode | Parameters<typeof javascript>[1]])[]): SourceCode =>
    javascript`{ ${fields.map(([name, value]) => javascript`${name === "__proto__" ? javascript`[${name}]` : name}: ${value}`)} }`,
  python: (fields: readonly (readonly [string, SourceCode | Parameters<typeof python>[1]])[]): SourceCode =>
    python`{${fields.map(([name, value]) => python`${name}: ${value}`)}}`,
  go: (fields: readonly (readonly [string, SourceCode | Parameters<typeof go>[1]])[]): SourceCode =>
    go`{${fields.map(([name, value]) => go`${name}: ${value}`)}}`,
};

/** Name and password as a header has them (RFC 7617). */
export const BASIC = {
  javascript: javascript`"Basic " + btoa(${variable("USERNAME", "", "PASSWORD")})`,
  python: python`"Basic " + base64.b64encode((${variable("USERNAME", "", "PASSWORD")}).encode()).decode()`,
  java: java`"Basic " + Base64.getEncoder().encodeToString((${variable("USERNAME", "", "PASSWORD")}).getBytes(StandardCharsets.UTF_8))`,
  go: go`"Basic " + base64.StdEncoding.EncodeToString([]byte(${variable("USERNAME", "", "PASSWORD")}))`,
};

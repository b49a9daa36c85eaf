import { generateKeyPairSync, sign } from "node:crypto";

/** One value of DER (X.690): its tag, its length and what is in it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));

function pem(label: string, bytes: Buffer): string {
  return `-----BEGIN ${label}-----\n${bytes.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;
}

/** A key and a certificate that nobody vouches for (RFC 5280), made anew for a test. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(host)))));
  const validity = sequence(...["200101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time))));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const key = publicKey.export({ type: "spki", format: "der" });
  const body = sequence(version, serial, ECDSA_WITH_SHA256, name, validity, name, key);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", sequence(body, ECDSA_WITH_SHA256, signature)),
  };
}

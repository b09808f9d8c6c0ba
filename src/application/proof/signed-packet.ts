/**
 * The provenance of a picture as an XMP packet (ISO 16684-1). One signature covers each byte of the packet beside
 * itself. The packet names the sha256 of the picture without it, so the picture alone can be proven.
 */
import { sha256 } from '../../kernel/canonical-json.ts';
import type { Signer } from '../../ports/signer.ts';
import { signProof } from './sign-proof.ts';

export type Provenance = {
  /** `sha256:` and the hash of the file without the packet, as certificates and frames name it. */
  readonly picture: string;
  readonly title: string | null;
  readonly engine: string;
  readonly job: string;
  readonly project: string | null;
  readonly plan: string | null;
  readonly task: string;
  /** Counts from 0, as in certificates. */
  readonly frame: number;
  readonly attempt: number;
  /** The event that certified the plan with this picture; null where none has. */
  readonly certified: { readonly at: string; readonly revision: number; readonly hash: string } | null;
};

const IPTC_SOURCES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** IPTC Digital Source Type: the engines of this service draw by rules, those of providers are trained. */
const sourceOf = (engine: string): string =>
  `${IPTC_SOURCES}${engine.startsWith('service_') ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'}`;

/** The signature is the only part that it does not cover. */
export const signedPacket = (signer: Pick<Signer, 'keyId' | 'sign'>, provenance: Provenance): Buffer => {
  const unsigned = packetOf(provenance);
  const signature = signProof(signer, 'picture-provenance', { packet: `sha256:${sha256(unsigned)}` });
  // Every quotation mark of a user is escaped, so there is one such place.
  return Buffer.from(unsigned.replace('pi:signature=""', `pi:signature="${signature}"`));
};

const packetOf = ({ title, engine, certified, ...names }: Provenance): string => {
  const own = {
    ...names,
    engine,
    certifiedAt: certified?.at ?? null,
    certifiedRevision: certified?.revision ?? null,
    certifiedHash: certified?.hash ?? null,
    signature: '',
  };
  const attributes = [
    ...NAMESPACES,
    `Iptc4xmpExt:DigitalSourceType="${sourceOf(engine)}"`,
    `xmp:CreatorTool="${escaped(engine)}"`,
    ...Object.entries(own).flatMap(([name, value]) =>
      value === null ? [] : [`pi:${name}="${escaped(String(value))}"`],
    ),
  ];
  const titled =
    title === null
      ? ''
      : `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`;
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" ${attributes.join(' ')}>${titled}</rdf:Description>`,
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
};

const NAMESPACES = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  'xmlns:pi="urn:production-intelligence:provenance#"',
];

/** XML 1.0, sections 2.2 and 2.4: a character that no document may have becomes U+FFFD, markup becomes references. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"'\t\n\r]/g, (mark) => `&#${mark.charCodeAt(0)};`);

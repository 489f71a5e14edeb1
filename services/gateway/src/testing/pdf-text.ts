import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF as a viewer would copy them: one list a page, in the order in which they were put there. Reads
 * what our own documents consist of (packed streams, embedded fonts with a character map), not any PDF.
 */
export function pdfTexts(content: Buffer): string[][] {
  const objects = objectsIn(content);
  const fonts = fontMaps(objects);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => textsOf(streamOf(objects, /\/Contents (\d+) 0 R/.exec(head)?.[1]), fonts));
}

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

function objectsIn(content: Buffer): Map<string, PdfObject> {
  const source = content.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const match of source.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match;
    const [head = '', packed] = body.split(/stream\n/, 2);
    const bytes =
      packed === undefined
        ? Buffer.alloc(0)
        : Buffer.from(packed.slice(0, packed.lastIndexOf('\nendstream')), 'latin1');
    found.set(id, {
      head,
      stream:
        /FlateDecode/.test(head) && !/\/Subtype \/CIDFontType0C/.test(head)
          ? inflateSync(bytes).toString('latin1')
          : '',
    });
  }
  return found;
}

function streamOf(objects: ReadonlyMap<string, PdfObject>, id: string | undefined): string {
  return objects.get(id ?? '')?.stream ?? '';
}

/** By the name under which pages use the font: its characters by glyph. */
function fontMaps(objects: ReadonlyMap<string, PdfObject>): Map<string, Map<number, string>> {
  const names = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    names.map(([, name = '', id = '']) => {
      const map = streamOf(objects, /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]);
      const characters = [...map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)].flatMap(
        ([, first = '', list = '']) =>
          [...list.matchAll(/<([\da-f ]*)>/g)].map(([, code = ''], index): [number, string] => [
            Number.parseInt(first, 16) + index,
            fromUtf16(code.replaceAll(' ', '')),
          ]),
      );
      return [name, new Map(characters)];
    }),
  );
}

function fromUtf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

function textsOf(stream: string, fonts: ReadonlyMap<string, Map<number, string>>): string[] {
  return [...stream.matchAll(/BT\n[\s\S]*?\/(F\d+) [\d.]+ Tf\n([\s\S]*?)ET/g)].map(([, name = '', body = '']) => {
    const font = fonts.get(name);
    const glyphs = [...body.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    return glyphs.map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? '?').join('');
  });
}

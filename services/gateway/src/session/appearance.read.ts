import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * Shown when a school has not set its own (LOGIN-11, LOGIN-22). Names are the parameters' codes; without an image the
 * page draws its own.
 */
export const defaultAppearance: Appearance = {
  schoolName: '教务系统',
  dlbt: '教务系统',
  zxx: '厚德博学',
  yxx: '笃行致远',
  COPYRIGHT: '版权所有 © 教务处',
  LOGIN_VRIFY: yesNo.no,
  XSFWDZ: '',
  dlybj: '',
  dlnybj: '',
  sybj: '',
  xxlogo: '',
  cdlogo: '',
};

const images: ReadonlySet<string> = new Set([
  'dlybj',
  'dlnybj',
  'sybj',
  'xxlogo',
  'cdlogo',
] satisfies (keyof Appearance)[]);
/** Characters of an image at most: a megabyte and a bit. */
const largestImage = 1_500_000;

/** Some of the settings, each with its default. An image that no page could show counts as missing. */
export async function readAppearance<K extends keyof Appearance>(
  db: Queryable,
  names: readonly K[],
): Promise<Pick<Appearance, K>> {
  const { rows } = await db.query<{ code: K; value: string }>(
    `select param_code as code, para_value as value from base.parameter
      where param_code = any($1) and para_value <> ''`,
    [names],
  );
  const given = new Map(
    rows.filter(({ code, value }) => !images.has(code) || isImage(value)).map(({ code, value }) => [code, value]),
  );
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? defaultAppearance[name]])) as Pick<
    Appearance,
    K
  >;
}

function isImage(value: string): boolean {
  return (
    value.length <= largestImage && /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(value)
  );
}

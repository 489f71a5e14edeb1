import { majorDirections } from './schema-more.data.ts';
import type { SchemaLine } from './schema-line.ts';
import { schemaCatalogue } from './schema.data.ts';

/** Hours of a credit. */
export const HOURS_A_CREDIT = 16;

/** Hours of a course by type, in tenths. */
export function hoursOf([, , , credit, , , kind]: SchemaLine): { xsbh: string; xs: number }[] {
  const all = credit * HOURS_A_CREDIT * 10;
  if (kind === '践') return [{ xsbh: '4', xs: all }];
  const laboratory = kind === '实' ? Math.round(all / 30) * 10 : 0;
  return [{ xsbh: '1', xs: all - laboratory }, ...(laboratory > 0 ? [{ xsbh: '2', xs: laboratory }] : [])];
}
/** Its attribute (XTGL_KCSXDMJ). */
export const attributeOf = ([, , , , , , kind]: SchemaLine): string =>
  kind === '选' ? '3' : kind === '践' ? '5' : '1';
/** Nature of the courses of a class, by its name. */
export const natures: Readonly<Record<string, string>> = {
  公共基础课: '01',
  通识教育课: '02',
  公共选修课: '08',
  学科基础课: '03',
  专业基础课: '04',
  专业核心课: '05',
  专业选修课: '06',
  集中实践环节: '07',
  创新创业课: '09',
  基础医学课: '04',
  临床核心课: '05',
  临床方向课: '06',
  公共卫生与人文课: '04',
  毕业实习: '07',
};

/** Directions of majors, as rows. */
export const directionRows: readonly object[] = Object.entries(majorDirections).flatMap(([zydm, list]) =>
  list.map(([ywbm, zyfxmc]) => ({ zydm, ywbm, zyfxmc })),
);

/** Courses of the schemes that the university does not teach yet: rows of the library, by code of those it has. */
export function schemaCourseRows(known: ReadonlySet<string>): (readonly [string, readonly object[]])[] {
  const missing = schemaCatalogue.filter(([code]) => !known.has(code));
  return [
    [
      'course',
      missing.map((line) => {
        const [code, name, unit, credit, place] = line;
        return {
          kch: `KF${code}`,
          ywbm: code,
          kcmc: name,
          kkxy: unit,
          kcsx: attributeOf(line),
          kcxz: natures[place] ?? '99',
          xf: credit * 10,
          zxs: credit * HOURS_A_CREDIT * 10,
          khfs: attributeOf(line) === '1' ? '1' : '2',
          scoreHierarchyCode: 'bfz',
        };
      }),
    ],
    ['courseHour', missing.flatMap((line) => hoursOf(line).map(({ xsbh, xs }) => ({ kch: `KF${line[0]}`, xsbh, xs })))],
  ];
}

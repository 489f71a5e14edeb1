import {
  CLASS_TREE_ROOT,
  classTreeLevel,
  queryAdministrativeClasses,
  queryClassTree,
  type AdministrativeClass,
  type ClassTreeNode,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import { handler } from '../kernel/handler.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { classesToChoose, classScope } from './shared/class-scope.ts';

/** A class with what it stands below. */
export interface ClassPlace {
  readonly unit: string;
  readonly unitName: string;
  readonly major: string;
  readonly majorName: string;
  readonly class: string;
  readonly className: string;
}

/** Units, grade-majors and classes below the root, in the order of the classes. */
export function classTree(places: readonly ClassPlace[]): ClassTreeNode[] {
  const idsOf = (classes: readonly ClassPlace[]): string => classes.map((place) => place.class).join(',');
  const units = [...Map.groupBy(places, ({ unit }) => unit)];
  const majors = [...Map.groupBy(places, ({ major }) => major)];
  return [
    {
      key: CLASS_TREE_ROOT,
      title: '全校',
      level: classTreeLevel.school,
      pkey: '',
      administrativeClassIds: idsOf(places),
    },
    ...units.map(([key, below]) => ({
      key,
      title: below[0]!.unitName,
      level: classTreeLevel.unit,
      pkey: CLASS_TREE_ROOT,
      administrativeClassIds: idsOf(below),
    })),
    ...majors.map(([key, below]) => ({
      key,
      title: below[0]!.majorName,
      level: classTreeLevel.major,
      pkey: below[0]!.unit,
      administrativeClassIds: idsOf(below),
    })),
    ...places.map((place) => ({
      key: place.class,
      title: place.className,
      level: classTreeLevel.class,
      pkey: place.major,
      administrativeClassIds: place.class,
    })),
  ];
}

export const administrativeClassHandlers = [
  handler(queryClassTree, async (_input, { services: { db }, user }) => {
    const params = sqlParams();
    const scope = scopeCondition(user, 'classInfo:choose', classScope, params);
    const { rows } = await db.query<ClassPlace>(
      `select department.dwh as unit, department.dwmc as "unitName", class_info.njzydm as major,
          grade_major.njzymc as "majorName", class_info.bjdm as class, class_info.bjmc as "className"
         from ${classesToChoose.from} join base.department on department.dwh = class_info.dwh
        where ${classesToChoose.where} and ${scope}
        order by department.pxh, department.dwh, class_info.njdm desc, class_info.njzydm, class_info.ywbm`,
      [...params.values],
    );
    return classTree(rows);
  }),
  handler(queryAdministrativeClasses, async (filter, { services: { db }, user }) => {
    const params = sqlParams();
    const conditions = [classesToChoose.where, scopeCondition(user, 'classInfo:choose', classScope, params)];
    const { administrativeClassNumber: number, administrativeClassName: name, dept, gradeMajorId } = filter;
    if (number) conditions.push(`class_info.ywbm ilike ${params.add(containing(number))}`);
    if (name) conditions.push(`class_info.bjmc ilike ${params.add(containing(name))}`);
    if (dept) conditions.push(`class_info.dwh = ${params.add(dept)}`);
    if (gradeMajorId) conditions.push(`class_info.njzydm = ${params.add(gradeMajorId)}`);
    const where = `${classesToChoose.from} where ${conditions.join(' and ')}`;
    const counted = [...params.values];
    const [page, count] = await Promise.all([
      db.query<AdministrativeClass>(
        `select page."administrativeClassId", page."administrativeClassNumber", page."administrativeClassName",
            page."deptCode", page."gradeMajorCode", department.dwmc as dept, major.zymc as "majorName",
            grade.njmc as grade
           from (select class_info.bjdm as "administrativeClassId", class_info.ywbm as "administrativeClassNumber",
               class_info.bjmc as "administrativeClassName", class_info.dwh as "deptCode",
               class_info.njzydm as "gradeMajorCode", class_info.zydm, class_info.njdm
               from ${where} order by class_info.njdm desc, class_info.ywbm
               limit ${params.add(filter.pageSize)} offset ${params.add((filter.pageNum - 1) * filter.pageSize)}) page
           join base.department on department.dwh = page."deptCode"
           join base.major on major.zydm = page.zydm
           join base.grade on grade.njdm = page.njdm
          order by page.njdm desc, page."administrativeClassNumber"`,
        [...params.values],
      ),
      db.query<{ total: number }>(`select count(*)::int as total from ${where}`, counted),
    ]);
    return { list: page.rows, total: count.rows[0]?.total ?? 0 };
  }),
];

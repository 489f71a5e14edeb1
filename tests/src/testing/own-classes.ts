import { randomUUID } from 'node:crypto';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { initialiseSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';

/** A teaching class that a test has for itself, its sheet set up and open for entry. */
export interface OwnClass {
  readonly teachingClassId: string;
  readonly departmentId: string;
  /** Accounts of who teaches it. */
  readonly teachers: readonly string[];
  readonly studentCodes: readonly string[];
  /** Items of its sheet, all of them numbers. */
  readonly dataKeys: readonly string[];
}

/** What a class shall be like. */
export interface ClassWish {
  readonly departmentId: string;
  readonly teachers: readonly string[];
  readonly students: number;
  /** Its students come from everywhere: more of them than one department has. */
  readonly fromAll?: boolean;
}

/** Two number items, as base data has it. */
const template = { id: 'T4060', dataKeys: ['ps', 'qm'] };
const dayMs = 86_400_000;
const office: Actor = {
  userName: 'office1',
  name: '教务处管理员',
  roleCodes: ['02'],
  roleNames: ['教务处管理员'],
  gh: null,
  studentCode: null,
  departmentId: null,
  departmentName: null,
};

/**
 * Adds teaching classes to the demo university of the current semester, through the commands that an import uses, so
 * that tests need not share the demo's own. Students are those of the department, as many as it has; the course is one
 * that it opens.
 */
export async function openOwnClasses(
  env: Readonly<Record<string, string>>,
  wishes: readonly ClassWish[],
): Promise<OwnClass[]> {
  const { COMMANDS_URL = '', OPERATOR_SECRET = '', DATABASE_URL = '' } = env;
  const sender = createCommandSender(COMMANDS_URL, OPERATOR_SECRET);
  const db = createPool(DATABASE_URL, { name: 'own classes', max: 2 });
  const run = randomUUID().slice(0, 8);
  try {
    const planned = await Promise.all(
      wishes.map(async (wish, index) => {
        const {
          rows: [about],
        } = await db.query<{ semester: string; course: string; campus: string; students: string[]; staff: string[] }>(
          `select (select xnxq from base.semester where sfdqxq = '1') as semester,
              (select min(xqdm) from base.campus) as campus,
                (select min(kch) from base.course where kkxy = $1 and score_hierarchy_code = 'bfz') as course,
                array(select student_code from base.student where dwh = $1 or $4
                  order by student_code limit $2) as students,
                array(select account.gh from unnest($3::text[]) with ordinality as given (name, place)
                  join base.user_account account on account.user_name = given.name order by given.place) as staff`,
          [wish.departmentId, wish.students, wish.teachers, wish.fromAll ?? false],
        );
        if (!about || about.staff.length !== wish.teachers.length)
          throw new Error('the demo university lacks what the classes need');
        return { ...about, wish, id: `T${run}${index}`, name: `测试班${run}-${index + 1}` };
      }),
    );
    await sender.load(
      'teachingClass',
      planned.map(({ id, name, semester, course, campus, wish }) => ({
        teachingClassId: id,
        teachingClassCode: id,
        teachingClassName: name,
        semesterId: semester,
        courseId: course,
        openDepartmentId: wish.departmentId,
        xqdm: campus,
        scoreTemplateId: template.id,
        scoreHierarchyCode: 'bfz',
      })),
    );
    await sender.load(
      'teachingClassTeacher',
      planned.flatMap(({ id, staff }) => staff.map((gh, index) => ({ teachingClassId: id, gh, sortNum: index + 1 }))),
    );
    await sender.load(
      'teachingClassStudent',
      planned.flatMap(({ id, students }) =>
        students.map((studentCode) => ({ teachingClassId: id, studentCode, listSource: '' })),
      ),
    );
    // Nobody is reminded of its end, three days before: a message that comes by itself is a row more.
    const window = {
      begin: new Date(Date.now() - dayMs).toISOString(),
      end: new Date(Date.now() + 30 * dayMs).toISOString(),
    };
    for (const { id } of planned) {
      await sender.send(
        initialiseSheet,
        { teachingClassId: id, scoreType: '1', window },
        { commandId: randomUUID(), actor: office, permission: 'examSet:initSet' },
      );
    }
    return planned.map(({ id, wish, students }) => ({
      teachingClassId: id,
      departmentId: wish.departmentId,
      teachers: wish.teachers,
      studentCodes: students,
      dataKeys: template.dataKeys,
    }));
  } finally {
    await db.end();
  }
}

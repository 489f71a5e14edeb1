import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { generatePlansOperation, planDifferences } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { queryStudyProgress, studentStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { courseSemesterUpdate } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { schemaStream, type SchemaGradeMajor } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { schemaBasics, schemaCourses } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { projectType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { bareCopyMs } from '@jwxt/gateway/testing/bare-copy.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { ApiSession } from '../testing/api-session.ts';
import { atMost, quantile, timeOf, type Figure } from './figure.ts';
import type { ProductStage } from './stage.ts';

const COURSES = 90;
const plans = [200, 2] as const;
const visits = [40, 2] as const;
const edits = [200, 2] as const;
const people = [60, 2] as const;
const PREFIX = 'BENCH';

/**
 * What a department waits for while it writes a scheme of ninety courses (`scheme.open`, `scheme.edit`), the office
 * while plans are made from two hundred of them (`plan.generate`), and who asks where students stand (`progress.*`).
 */
export async function measureSchemes(stage: ProductStage): Promise<Figure[]> {
  const drafted = await layDraft(stage);
  return [
    ...(await opening(stage, drafted)),
    ...(await editing(stage, drafted)),
    await generating(stage, drafted),
    ...(await progress(stage)),
  ];
}

/** A scheme that is being written, and what others are made of. */
interface Draft {
  readonly majorSchemaKey: string;
  readonly clerk: ApiSession;
  readonly gradeMajor: SchemaGradeMajor;
  readonly version: { readonly id: string; readonly name: string };
  readonly courses: readonly SchemaCourse[];
}

async function layDraft({ db, log, session }: ProductStage): Promise<Draft> {
  const {
    rows: [from],
  } = await db.query<
    SchemaGradeMajor & { versionId: string; versionName: string; moduleId: string; classifyId: string }
  >(
    `select grade_major.njzydm as "gradeMajorId", njzymc as "gradeMajorName", njdm as grade,
        grade_major.zydm as "majorId", zymc as "majorName", grade_major.dwh as "departmentId",
        grade_major.xslbdm as "studyTypeCode", version.scheme_version_id as "versionId",
        version.scheme_version_name as "versionName", classify.module_id as "moduleId",
        classify.classify_id as "classifyId"
       from base.user_account account join base.grade_major on grade_major.dwh = account.department_id
       join base.major using (zydm)
       cross join lateral (select scheme_version_id, module_id, classify_id from base.scheme_classify
          order by classify_id limit 1) classify
       join base.scheme_version version on version.scheme_version_id = classify.scheme_version_id
      where account.user_name = 'clerk1' order by njdm desc, njzydm limit 1`,
  );
  if (!from) throw new Error('the demo university has no grade-major to write a scheme for');
  const { rows } = await db.query<{ courseCode: string; courseBusinessCode: string; courseName: string }>(
    `select kch as "courseCode", ywbm as "courseBusinessCode", kcmc as "courseName" from base.course
      where sfqy = '1' order by kch limit $1`,
    [COURSES],
  );
  const courses = rows.map((course, at) => courseOf(course, from, at));
  const { versionId, versionName, moduleId: _module, classifyId: _classify, ...gradeMajor } = from;
  const version = { id: versionId, name: versionName };
  const [own] = await addGradeMajors(db, gradeMajor.gradeMajorId, [`${PREFIX}0`]);
  const majorSchemaKey = randomUUID();
  const draft = {
    majorSchemaKey,
    clerk: await session('clerk1'),
    gradeMajor: { ...gradeMajor, ...own },
    version,
    courses,
  };
  await claim(db, majorSchemaKey, draft.gradeMajor.gradeMajorId);
  await log.append(schemaStream(majorSchemaKey), [stored(created(draft, majorSchemaKey))], {
    expectedRevision: 'no_stream',
  });
  return draft;
}

function courseOf(
  named: { courseCode: string; courseBusinessCode: string; courseName: string },
  { moduleId, classifyId }: { moduleId: string; classifyId: string },
  at: number,
): SchemaCourse {
  return {
    schemaCourseID: randomUUID(),
    ...named,
    moduleId,
    classifyId,
    courseAttribute: '1',
    courseNature: '04',
    credit: 20,
    totalHour: 320,
    hours: [{ xsbh: '1', xs: 320 }],
    weekHours: 20,
    term: (at % 8) + 1,
    examMethod: '1',
    examWay: '',
    startEndWeek: '1-16',
    directionId: '',
    specialType: '0',
    courseGroupId: '',
    isDegreeCourse: '0',
    isCore: '0',
    prerequisites: [],
    sortNum: at + 1,
    openDepartmentName: '',
    directionName: '',
    courseGroupName: '',
  };
}

/** Grade-majors as another one is. */
async function addGradeMajors(db: Pool, like: string, ids: readonly string[]) {
  const { rows } = await db.query<Pick<SchemaGradeMajor, 'gradeMajorId' | 'gradeMajorName'>>(
    `insert into base.grade_major (njzydm, njzymc, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz)
     select id, id, njdm, zydm, dwh, xqdm, xslbdm, pyccm, xz from base.grade_major, unnest($2::text[]) as id
      where njzydm = $1 returning njzydm as "gradeMajorId", njzymc as "gradeMajorName"`,
    [like, ids],
  );
  return rows;
}

async function claim(db: Pool, majorSchemaKey: string, gradeMajorId: string): Promise<void> {
  await db.query(
    `insert into base.major_schema_place (major_schema_key, njzydm, project_type, slot) values ($1, $2, $3, 'current')`,
    [majorSchemaKey, gradeMajorId, projectType.major],
  );
}

const created = ({ gradeMajor, version, courses }: Draft, majorSchemaKey: string): DomainEvent => ({
  type: 'SchemaCreated',
  data: {
    majorSchemaKey,
    schemaName: `${gradeMajor.gradeMajorName}培养方案`,
    trainTarget: '',
    graduateRequire: '',
    mainCourse: '',
    projectType: projectType.major,
    gradeMajors: [gradeMajor],
    schemeVersionId: version.id,
    schemeVersionName: version.name,
    courses,
    origin: null,
    revisesKey: null,
  },
});

/** An event as the commands service writes it. */
function stored({ type, data }: DomainEvent) {
  const time = new Date().toISOString();
  const actor = { userName: 'clerk1', name: '教务员', roleNames: [], permission: null };
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      actor,
      commandId,
      correlationId: commandId,
      causationId: null,
      time,
      clientAddress: null,
      schemaVersion: 1,
    },
  };
}

/** The editor with all it asks for at once, beside reading the scheme's stream. */
async function opening({ log, scale }: ProductStage, { majorSchemaKey, clerk }: Draft): Promise<Figure[]> {
  const open = (): Promise<unknown> =>
    Promise.all([clerk.call(schemaBasics, { majorSchemaKey }), clerk.call(schemaCourses, { majorSchemaKey })]);
  await shown(open);
  const [own, raw] = await beside(scale.size(...visits), open, async () => {
    for await (const _event of log.readStream(schemaStream(majorSchemaKey))) void _event;
  });
  const against = 'readStream of the scheme';
  return [
    { id: 'scheme.open.p50', unit: 'ms', value: quantile(own, 0.5), baseline: quantile(raw, 0.5), against },
    {
      id: 'scheme.open.p99',
      unit: 'ms',
      value: quantile(own, 0.99),
      baseline: quantile(raw, 0.99),
      against,
      aims: [atMost(quantile(own, 0.99), 300, ' ms')],
    },
  ];
}

/** Waits until the read model knows a scheme that was just written. */
async function shown(look: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await look();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 100));
    }
  }
}

/** A course dragged into another term, beside the append of one event. */
async function editing({ rawUrl, scale }: ProductStage, { majorSchemaKey, clerk, courses }: Draft): Promise<Figure[]> {
  const revisions = new Map<string, number>();
  let at = 0;
  const edit = async (): Promise<void> => {
    const { schemaCourseID, term } = courses[at % courses.length]!;
    const round = Math.floor(at / courses.length) + 1;
    at += 1;
    const { revision } = await clerk.call(courseSemesterUpdate, {
      commandId: randomUUID(),
      majorSchemaKey,
      rows: [{ schemaCourseID, revision: revisions.get(schemaCourseID) ?? 0, term: ((term + round - 1) % 8) + 1 }],
    });
    revisions.set(schemaCourseID, revision);
  };
  const raw = connectEventLog(rawUrl, { name: 'bench-raw' });
  try {
    const stream = `raw-${randomUUID()}`;
    let written = -1n;
    const [own, bare] = await beside(scale.size(...edits), edit, async () => {
      const expectedRevision = written < 0n ? ('no_stream' as const) : written;
      const change = { before: courses[0]!, after: { ...courses[0]!, term: 8 } };
      const data = { majorSchemaKey, way: 'move', changes: [change] };
      await raw.append(stream, [stored({ type: 'SchemaCoursesChanged', data })], { expectedRevision });
      written += 1n;
    });
    const against = 'appendToStream of the same event';
    return [
      { id: 'scheme.edit.p50', unit: 'ms', value: quantile(own, 0.5), baseline: quantile(bare, 0.5), against },
      {
        id: 'scheme.edit.p99',
        unit: 'ms',
        value: quantile(own, 0.99),
        baseline: quantile(bare, 0.99),
        against,
        aims: [atMost(quantile(own, 0.99), 50, ' ms')],
      },
    ];
  } finally {
    await raw.close();
  }
}

/** The plans of grade-majors from their schemes: what would change, looked at and then carried out. */
async function generating({ db, log, session, scale }: ProductStage, draft: Draft): Promise<Figure> {
  const ids = Array.from({ length: scale.size(...plans) }, (_, at) => `${PREFIX}${at + 1}`);
  const gradeMajors = await addGradeMajors(db, draft.gradeMajor.gradeMajorId, ids);
  for (const gradeMajor of gradeMajors) {
    const majorSchemaKey = randomUUID();
    await claim(db, majorSchemaKey, gradeMajor.gradeMajorId);
    const enabled = { type: 'SchemaEnabled', data: { majorSchemaKey, revisesKey: null } } as const;
    const one = { ...draft, gradeMajor: { ...draft.gradeMajor, ...gradeMajor } };
    await log.append(schemaStream(majorSchemaKey), [stored(created(one, majorSchemaKey)), stored(enabled)], {
      expectedRevision: 'no_stream',
    });
  }
  const office = await session('office1');
  const took = await timeOf(async () => {
    const { digest } = await office.call(planDifferences, { gradeMajorIds: ids });
    const made = await office.call(generatePlansOperation, {
      commandId: randomUUID(),
      gradeMajorIds: ids,
      overwritten: [],
      digest,
    });
    if (made.created !== ids.length * draft.courses.length) throw new Error(`${made.created} rows were made`);
  });
  return {
    id: 'plan.generate',
    unit: 'ms',
    value: took,
    baseline: await bareCopyMs(db, 'execution_plan', `njzydm like '${PREFIX}%'`),
    against: 'COPY of the same rows into a table with the same indexes',
    aims: [atMost(took, 20_000, ' ms')],
  };
}

/** Where one student stands, and all of a grade-major beside each other, beside reading their plans. */
async function progress({ db, session, scale }: ProductStage): Promise<Figure[]> {
  const office = await session('office1');
  const { rows } = await db.query<{ gradeMajorId: string; codes: string[] }>(
    `select njzydm as "gradeMajorId", array_agg(student_code order by student_code) as codes from base.student
      where exists (select from base.execution_plan plan where plan.njzydm = student.njzydm)
      group by njzydm order by count(*) desc, njzydm limit 1`,
  );
  const { gradeMajorId, codes } = rows[0]!;
  const plansOf = async (some: readonly string[]): Promise<void> => {
    await db.query('select * from base.student_plan where student_code = any($1)', [some]);
  };
  let at = 0;
  const next = (): string => codes[at++ % codes.length]!;
  const [one, oneRaw] = await beside(
    scale.size(...people),
    () => office.call(studentStudyProgress, { studentCode: next() }),
    () => plansOf([next()]),
  );
  const [all, allRaw] = await beside(
    scale.size(...visits),
    () => office.call(queryStudyProgress, { gradeMajorId, pageNo: 1, pageSize: 50 }),
    () => plansOf(codes),
  );
  const each = quantile(all, 0.5) / codes.length;
  const against = 'their plans alone, read by one statement';
  return [
    { id: 'progress.one.p50', unit: 'ms', value: quantile(one, 0.5), baseline: quantile(oneRaw, 0.5), against },
    {
      id: 'progress.one.p99',
      unit: 'ms',
      value: quantile(one, 0.99),
      baseline: quantile(oneRaw, 0.99),
      against,
      aims: [atMost(quantile(one, 0.99), 20, ' ms')],
    },
    {
      id: 'progress.each',
      unit: 'ms',
      value: each,
      baseline: quantile(allRaw, 0.5) / codes.length,
      against: `${against}; for each of the ${codes.length} students of a grade-major, who are asked for together`,
      aims: [atMost(each * 300, 300, ' ms for 300')],
    },
  ];
}

/** How long two things take, done in turns. */
async function beside(
  count: number,
  own: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  await own();
  await other();
  for (let turn = 0; turn < count; turn += 1) {
    times[0].push(await timeOf(own));
    times[1].push(await timeOf(other));
  }
  return times;
}

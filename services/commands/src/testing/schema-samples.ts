import { randomUUID } from 'node:crypto';
import { sampleCourse } from '@jwxt/contracts/scheme/schema/schema.fixture.ts';
import { newCourse } from './base-data-samples.ts';
import { load, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { passAll } from './score-samples.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.clerk };

/** A grade-major of its own that asks for one course of its credits, and the version with a class for it. */
async function newFrame(t: TestApp, n: number) {
  const { pool } = t.app.services;
  const gradeMajorId = `ZG${n}`;
  const kind = { njdm: '2026', zydm: 'SE', dwh: '101', xqdm: '1', xslbdm: '4201', pyccm: '3', xz: 40 };
  await load(t, 'gradeMajor', [{ njzydm: gradeMajorId, njzymc: `方案专业${n}`, ...kind }]);
  await pool.query(
    `update base.grade_major_requirement set total_credit = course.credit, required_credit = course.credit,
        elective_credit = 0 from (select 30 as credit) course where grade_major_id = $1`,
    [gradeMajorId],
  );
  await pool.query(
    `insert into base.scheme_version (scheme_version_id, scheme_version_name, scheme_version_year, begin_grade,
        study_type_code, publish_status) values ('ZV', '方案版', '2025', '2026', '4201', '1') on conflict do nothing`,
  );
  await pool.query(
    `insert into base.scheme_module (module_id, scheme_version_id, scheme_version_name, module_name)
     values ('ZM', 'ZV', '方案版', '模块') on conflict do nothing`,
  );
  await pool.query(
    `insert into base.scheme_classify (classify_id, module_id, scheme_version_id, scheme_version_name, module_name,
        classify_name) values ('ZC', 'ZM', 'ZV', '方案版', '模块', '分类') on conflict do nothing`,
  );
  return gradeMajorId;
}

const begun = async (t: TestApp, n: number) => ({
  majorSchemaKey: randomUUID(),
  schemaName: `方案${n}`,
  projectType: '1',
  gradeMajorIds: [await newFrame(t, n)],
  schemeVersionId: 'ZV',
  from: null,
  revises: false,
});

async function newRow(t: TestApp, n: number) {
  const {
    moduleId: _m,
    courseBusinessCode: _b,
    courseName: _n,
    openDepartmentName: _o,
    directionName: _d,
    courseGroupName: _g,
    ...after
  } = sampleCourse({ schemaCourseID: randomUUID(), courseCode: await newCourse(t, n), classifyId: 'ZC' });
  return { schemaCourseID: after.schemaCourseID, revision: -1, after };
}

/** A scheme with one course; what its key and revision are. */
export async function newSchema(t: TestApp, n: number) {
  const payload = await begun(t, n);
  const { majorSchemaKey } = payload;
  await t.accept('majorSchema.create', payload, envelope);
  const { revision } = await t.accept<{ revision: number }>(
    'majorSchema.change',
    { majorSchemaKey, way: 'insert', rows: [await newRow(t, n)] },
    envelope,
  );
  return { majorSchemaKey, revision };
}

/** Commands of training schemes. */
export const schemaSamples: CommandSamples = {
  'majorSchema.create': { prepare: async (t, n) => ({ payload: await begun(t, n), envelope }) },
  'majorSchema.describe': {
    async prepare(t, n) {
      const { majorSchemaKey } = await newSchema(t, n);
      return { payload: { majorSchemaKey, revision: 0, schemaName: `改名${n}` }, envelope };
    },
  },
  'majorSchema.change': {
    async prepare(t, n) {
      const { majorSchemaKey } = await newSchema(t, n);
      return { payload: { majorSchemaKey, way: 'insert', rows: [await newRow(t, n + 50_000)] }, envelope };
    },
  },
  'majorSchema.submit': {
    prepare: async (t, n) => ({ payload: await newSchema(t, n), envelope }),
  },
  'majorSchema.cancel': {
    async prepare(t, n) {
      const { majorSchemaKey, revision } = await newSchema(t, n);
      await t.accept('majorSchema.submit', { majorSchemaKey, revision }, envelope);
      await passAll(t, majorSchemaKey);
      return { payload: { majorSchemaKey, reason: `有误${n}` }, envelope: { actor: people.office } };
    },
  },
  'majorSchema.delete': {
    async prepare(t, n) {
      const { majorSchemaKey } = await newSchema(t, n);
      return { payload: { majorSchemaKey }, envelope };
    },
  },
};

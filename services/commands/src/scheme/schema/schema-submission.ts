import { applicantOf, buildApplicationDraft } from '../../approval/shared/application-draft.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  differenceNames,
  schemaDifference,
  type DifferenceKind,
} from '@jwxt/contracts/scheme/schema/schema-difference.ts';
import { creditTotals } from '@jwxt/contracts/scheme/schema/schema-sums.ts';
import { checkSchema } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { projectTypeNames, SCHEMA_PROCESS, SCHEMA_TABLE } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { SchemaFacts } from './schema.decider.ts';
import { loadMeasures } from './schema.facts.ts';
import { formerSchema } from './schema-places.ts';

/** Everything that a submission freezes: frame, figures, what is different from the former scheme, the application. */
export async function submissionOf(
  schema: MajorSchema,
  { actor, time }: CommandContext,
  services: CommandServices,
): Promise<NonNullable<SchemaFacts['submission']>> {
  const [{ frame, facts }, former] = await Promise.all([
    loadMeasures(services.pool, schema),
    formerSchema(services, schema),
  ]);
  const courses = coursesOf(schema);
  const { required, elective, total, practice, hours } = creditTotals(courses, frame);
  const { majorSchemaKey, texts, gradeMajors, projectType } = schema;
  const names = gradeMajors.map(({ gradeMajorName }) => gradeMajorName).join('、');
  const credits = `总学分${hoursText(total)}（必修${hoursText(required)}、选修${hoursText(elective)}）`;
  const application = await buildApplicationDraft(services.pool, {
    processNo: SCHEMA_PROCESS,
    ...(schema.processVersion === null ? {} : { processVersion: schema.processVersion }),
    applyId: majorSchemaKey,
    round: schema.round + 1,
    applyTime: time,
    applicant: applicantOf(actor),
    businessId: majorSchemaKey,
    businessTable: SCHEMA_TABLE,
    scoreType: null,
    teachingClassId: null,
    enteredBy: [...new Set([actor.userName, ...schema.writers])],
    units: { SQDW: actor.departmentId, KKDW: gradeMajors[0]?.departmentId ?? null },
    figures: {},
    content: {
      title: `${names}${projectTypeNames[projectType]}方案《${texts.schemaName}》，${credits}，${courses.length}门课程`,
      pieces: [
        { label: '方案', value: texts.schemaName },
        { label: '年级专业', value: names },
        { label: '学分', value: credits },
        { label: '实践学分', value: hoursText(practice) },
        { label: '总学时', value: hoursText(hours) },
        { label: '变化', value: changesOf(schema, former) },
      ],
      differences: [],
    },
    business: { texts, courses, frame },
  });
  return {
    frame,
    figures: { required, elective, total, practice, hours },
    comparedWith: former && { majorSchemaKey: former.majorSchemaKey, schemaName: former.texts.schemaName },
    findings: checkSchema({ courses, frame, facts }),
    application,
  };
}

/** How many courses differ from the former scheme, by kind: 与《…》相比：新增 3 门、删除 1 门. */
function changesOf(schema: MajorSchema, former: MajorSchema | null): string {
  if (!former) return '该专业的首个方案';
  const counts = new Map<DifferenceKind, number>();
  for (const { kind } of schemaDifference(coursesOf(former), coursesOf(schema)))
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const told = [...counts].map(([kind, count]) => `${differenceNames[kind]}${count}门`);
  return `与《${former.texts.schemaName}》相比${told.length === 0 ? '没有变化' : `：${told.join('、')}`}`;
}

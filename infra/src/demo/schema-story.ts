import { createSchema, changeSchema, submitSchema } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import type { SchemaCourseInput } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { derivedId } from '../runtime/event-id.ts';
import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import { createApplicationStory } from './application-story.ts';
import { attributeOf, HOURS_A_CREDIT, hoursOf, natures } from './schema-courses.ts';
import { createRandom } from './random.ts';
import type { DemoUniversity } from './enrolment.ts';
import { versionOfGrade } from './scheme.data.ts';
import {
  demoSchemas,
  droppedSince,
  formerTerms,
  newSince,
  prerequisiteCodes,
  type SchemaOutcome,
} from './schema.data.ts';
import type { SchemaLine } from './schema-line.ts';
import { majorDirections } from './schema-more.data.ts';
import type { Stage } from './sheet-story.ts';

const coreClasses: readonly string[] = ['专业核心课', '临床核心课'];
/** Direction of the majors' electives by their code. */
const directionOf = new Map(
  Object.values(majorDirections).flatMap((list) =>
    list.flatMap(([number, , codes]) => codes.map((code) => [code, number] as const)),
  ),
);

interface SchemaPlace {
  readonly grade: string;
  readonly zydm: string;
  readonly name: string;
  readonly dwh: string;
  readonly schemeVersionId: string;
  /** Key of a course by its code, and of a class of the version by its name. */
  readonly courseKey: (code: string) => string;
  readonly classifyId: (name: string) => string;
}

/** One row of a scheme in the demo. */
function rowOf(line: SchemaLine, place: SchemaPlace, index: number): SchemaCourseInput {
  const [code, , , credit, className, term] = line;
  const theory = hoursOf(line).find(({ xsbh }) => xsbh === '1')?.xs;
  return {
    schemaCourseID: derivedId(`demo:schema:${place.grade}${place.zydm}:${code}`),
    courseCode: place.courseKey(code),
    classifyId: place.classifyId(className),
    courseAttribute: attributeOf(line),
    courseNature: natures[className] ?? '99',
    credit: credit * 10,
    totalHour: credit * HOURS_A_CREDIT * 10,
    hours: hoursOf(line),
    weekHours: theory === undefined ? null : Math.round(theory / HOURS_A_CREDIT),
    term,
    examMethod: attributeOf(line) === '1' ? '1' : '2',
    examWay: '',
    startEndWeek: theory === undefined ? '' : '1-16',
    directionId: directionOf.get(code) ?? '',
    specialType: code.startsWith('PE') ? '1' : '0',
    courseGroupId: '',
    isDegreeCourse: coreClasses.includes(className) ? '1' : '0',
    isCore: coreClasses.includes(className) ? '1' : '0',
    prerequisites: (prerequisiteCodes[code] ?? []).map(place.courseKey),
    sortNum: index + 1,
  };
}

/** The lines of a scheme: older years had other ones, and the newest is not finished, so that some are missing. */
function linesOfYear(lines: readonly SchemaLine[], outcome: SchemaOutcome): SchemaLine[] {
  if (outcome === 'writing') return lines.slice(0, -4);
  if (outcome === 'atOffice') return lines.filter(([code]) => !droppedSince.includes(code));
  return lines.flatMap((line): SchemaLine[] => {
    const [code, name, unit, credit, place, term, kind] = line;
    if (newSince.includes(code)) return [];
    const former = formerTerms[code] ?? term;
    return [kind ? [code, name, unit, credit, place, former, kind] : [code, name, unit, credit, place, former]];
  });
}

/**
 * Writes the schemes of some majors, the oldest grade first: those of older years have passed, the next is in approval,
 * the newest is being written and not yet complete.
 */
export async function tellSchemas(
  stage: Stage,
  { rows }: Pick<DemoUniversity, 'rows'>,
  when: (share: number) => string,
): Promise<void> {
  const rowsOf = <Row>(name: string) => rows.flatMap(([own, list]) => (own === name ? (list as readonly Row[]) : []));
  const keys = new Map(rowsOf<{ kch: string; ywbm: string }>('course').map(({ kch, ywbm }) => [ywbm, kch]));
  const majors = rowsOf<{ zydm: string; zymc: string; dwh: string }>('major');
  const all = rowsOf<{ njzydm: string; njdm: string; zydm: string }>('gradeMajor');
  const grades = [...new Set(all.map(({ njdm }) => njdm))].toSorted().toReversed();
  for (const [zydm, { lines, outcomes }] of Object.entries(demoSchemas)) {
    const major = majors.find((one) => one.zydm === zydm);
    if (!major) continue;
    for (const [index, grade] of grades.toReversed().entries()) {
      const outcome = outcomes[Math.min(grades.length - index, outcomes.length) - 1] ?? null;
      if (outcome === null || !all.some(({ njzydm }) => njzydm === `${grade}${zydm}`)) continue;
      const { schemeVersionId, classifies } = versionOfGrade(grade, grades, zydm);
      const place: SchemaPlace = {
        grade,
        zydm,
        name: major.zymc,
        dwh: major.dwh,
        schemeVersionId,
        courseKey: (code) => keys.get(code) ?? '',
        classifyId: (name) => classifies.get(name) ?? '',
      };
      await tellSchema(stage, place, { lines, outcome }, when(index / grades.length));
    }
  }
}

async function tellSchema(
  stage: Stage,
  place: SchemaPlace,
  { lines: all, outcome }: { lines: readonly SchemaLine[]; outcome: SchemaOutcome },
  from: string,
): Promise<void> {
  const { sender, accounts } = stage;
  const name = `schema:${place.grade}${place.zydm}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const clerk = accounts.clerk(place.dwh);
  const majorSchemaKey = derivedId(`demo:${name}:key`);
  await sender.send(
    createSchema,
    {
      majorSchemaKey,
      schemaName: `${place.grade}级${place.name}本科培养方案`,
      trainTarget:
        `面向新时代经济社会发展，培养德智体美劳全面发展，` +
        `掌握${place.name}专业基础理论、专门知识和基本技能的高素质专门人才。`,
      graduateRequire: '修完方案规定的全部必修课程，取得规定的选修学分，达到最低总学分和国家学生体质健康标准。',
      mainCourse: all
        .filter(([, , , , className]) => coreClasses.includes(className))
        .map(([, course]) => course)
        .join('、'),
      projectType: '1',
      gradeMajorIds: [`${place.grade}${place.zydm}`],
      schemeVersionId: place.schemeVersionId,
      from: null,
      revises: false,
    },
    story.step('create', clerk, 'majorSchemaCustomize:create'),
  );
  // The newest one is not finished: some courses are still missing.
  const lines = linesOfYear(all, outcome);
  const { revision } = await sender.send(
    changeSchema,
    {
      majorSchemaKey,
      way: 'upload',
      rows: lines.map((line, index) => {
        const after = rowOf(line, place, index);
        return { schemaCourseID: after.schemaCourseID, revision: -1, after };
      }),
    },
    story.step('courses', clerk, 'majorSchemaCustomize:courseBatchInsert'),
  );
  if (outcome === 'writing') return;
  await sender.send(
    submitSchema,
    { majorSchemaKey, revision },
    story.step('submit', clerk, 'majorSchemaApproveOrManage:submitApproval'),
  );
  const dean = accounts.dean(place.dwh);
  // All approvers of the office have to pass it.
  const deciding = outcome === 'passed' ? [dean, ...accounts.registrars, accounts.office] : [dean];
  let seen = 0;
  for (const [index, actor] of deciding.entries())
    ({ revision: seen } = await sender.send(
      decideApplication,
      { applyId: majorSchemaKey, revision: seen, approvalStatus: '0', approvalOpinion: '课程设置合理，同意' },
      story.step(`decide${String(index)}`, actor, 'system:approve'),
    ));
}

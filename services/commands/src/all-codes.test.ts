import { allResources } from '@jwxt/contracts/all-areas.ts';
import { leavesOf } from '@jwxt/contracts/kernel/dictionary-code.ts';
import { expect, it } from 'vitest';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { regionRows } from '@jwxt/infra/base-data/region.data.ts';
import { allRoutes } from './all-areas.ts';

/** How a text field that is named like a code is checked where no dictionary stands in its declaration. */
const checkedElsewhere: Readonly<Record<string, string>> = {
  hourType: 'XTGL_XSLX or none, by the command',
  studentCode: 'a student of the class, or of the request',
  studentCodes: 'students of the class',
  teacherCode: 'a teacher of the class, or in service',
  scoreRemarkCode: 'the remarks of the score rules, by the decider',
  scoreHierarchyCode: 'the grade systems, by the facts of the decision or the references of the resource',
  roleCode: 'the roles, when a process is published',
  factUseProcessCode: 'a process, when one is published',
  pointCode: 'the points that exist in code',
  pointCodes: 'the points that exist in code',
  courseCode: 'the courses, by the facts of the elective',
  courseBusinessCode: 'a new code: unique, by a constraint',
  outCourseCode: 'of another school: free text',
  deferredReasonCode: 'the reasons, by the facts of the deferred exam',
  outSchoolScoreType: 'the sources of scores, by the facts of the recognition',
  gradeCode: 'looked up for a print',
  examNature: 'looked up for a print',
  ...Object.fromEntries(
    [
      'publicCourseCategory',
      'courseAttribute',
      'courseNature',
      'examMethod',
      'placeType',
      'teachingStyle',
      'courseCategory',
      'courseSign',
    ].map((name) => [name, 'its dictionary, by the facts of the elective']),
  ),
  fileType: 'the extensions that may be uploaded, at the gateway',
  studentType: 'its dictionary, when a temporary student becomes a student',
  bjdm: 'a class in use, by the command: of freshmen one of their grade-major',
  rewardCategory: 'its dictionary, by the rules of the application',
  violationType: 'its dictionary, by the rules of the application',
  scoreType: 'a choice of the resource',
  scoreValueCode: 'a new code of a grade system',
  expenseCategoryCode: 'a new code, and in a budget one of the project category, by the rules of the application',
  ...Object.fromEntries(
    [
      'ywbm',
      'subjectCode',
      'xqdm',
      'njdm',
      'zydm',
      'njzydm',
      'dmlb',
      'teachingClassCode',
      'paramCode',
      'ruleCode',
      'warningTypeCode',
    ].map((name) => [name, 'a new code: unique, by the resource']),
  ),
  gjzydm: 'the national list of majors: free text',
  sjdm: 'free text',
  timeCode: 'a number',
  timeCodes: 'a period, by its format',
};
/** Fields whose codes are looked up as the references of their resource are. */
const lookedUp = new Set(
  allResources.flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, { kind }]) => kind.type === 'dictionary' || kind.type === 'reference')
      .flatMap(([field]) => [`${name}.create values.${field}`, `${name}.update values.${field}`]),
  ),
);
const namedLikeCode = /(?:Codes?|Type|Nature|Category|Attribute|Sign|Method|Style|Mode|[a-z]dm|[a-z]bm|[a-z]lb)$/;

const leaves = allRoutes.flatMap(({ definition }) =>
  leavesOf(definition.payload).map((leaf) => ({
    ...leaf,
    command: definition.name,
    name: leaf.path.split('.').at(-1) ?? '',
  })),
);

it('every code field of every command has its dictionary, or says what else checks it', () => {
  const unchecked = leaves.filter(
    ({ schema, command, path, name, category }) =>
      schema.def.type === 'string' &&
      namedLikeCode.test(name) &&
      category === null &&
      !(name in checkedElsewhere) &&
      !lookedUp.has(`${command} ${path}`),
  );
  expect(unchecked.map(({ command, path }) => `${command} ${path}`)).toEqual([]);
});

it('what is said to be checked elsewhere still exists', () => {
  const names = new Set(leaves.map(({ name }) => name));
  expect(Object.keys(checkedElsewhere).filter((name) => !names.has(name))).toEqual([]);
});

it('every dictionary that a command names is one that schools have', () => {
  const categories = new Set([...dictionaryRows, ...regionRows].map(({ dmlb }) => dmlb));
  const named = leaves.flatMap(({ category }) => (category === null ? [] : [category]));
  expect(named).toContain('XTGL_XB');
  expect(named.filter((category) => !categories.has(category))).toEqual([]);
});

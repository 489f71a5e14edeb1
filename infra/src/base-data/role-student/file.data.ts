import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';

type Rights = readonly PermissionCode[];
const people = ['studentFamily', 'guardian', 'studentCertificate', 'studentLabelMember'] as const;
const reading = (names: readonly ResourceName[]): Rights =>
  names.flatMap((name): Rights => [`${name}:query`, `${name}:detail`]);

/** Rights in the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34), by who holds them. */
export const statusFileRights: Readonly<Record<'office' | 'unit' | 'reading' | 'teacher' | 'student', Rights>> = {
  office: ['studentFile:query', 'studentFile:print'],
  unit: [
    'studentFile:query',
    'studentFile:print',
    ...people.flatMap(codesOfResource),
    ...codesOfResource('temporaryStudent').filter((code) => code !== 'temporaryStudent:import'),
    ...reading(['studentLabel']),
  ],
  reading: [
    'studentFile:query',
    ...reading(['studentCertificate', 'studentLabel', 'studentLabelMember', 'temporaryStudent']),
  ],
  teacher: [
    'studentFile:query',
    'studentFile:print',
    ...reading([...people, 'studentLabel']),
    'guardian:reveal',
    'studentInfo:query',
    'studentInfo:detail',
  ],
  student: ['studentFile:own'],
};

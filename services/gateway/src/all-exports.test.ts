import { describe, expect, it } from 'vitest';
import { allResources } from '@jwxt/contracts/all-areas.ts';
import { loggedThings } from '@jwxt/contracts/system/operation-log.vocabulary.ts';
import { handlers } from './all-areas.ts';
import { loggedName } from './kernel/look-log.ts';

/** Files that are no lists: bounded by what they are of. */
const bounded: Readonly<Record<string, string>> = {
  'integrity.publicKey': 'one key',
  'integrity.deposit': 'one checkpoint',
  'integrity.certificate': 'one checkpoint',
  'audit.scoreExport': 'one student',
  'audit.scoreLogExport': 'one class',
  'scoreCard.export': 'one student',
  'transcript.file': 'one student',
  'person.proof': 'one person',
  'studentFile.print': 'one student',
  'studentFile.printOwn': 'one student',
  'studentBatchUpdate.template': 'one upload',
  'trainingExecutionPlan.export': 'one plan',
  'trainingExecutionPlan.exportDetail': 'one plan',
  'gradeMajorInfo.export': 'one plan',
  'gradeMajorInfo.pdfExport': 'one plan',
  'scoreDocument.template': 'one class',
  'scoreDocument.importFailures': 'one upload',
  'scoreDocument.exportSheet': 'one class',
  'scoreDocument.print': 'one class',
  'rebuildClass.exportStudents': 'one class',
  'studyProgress.exportExcel': 'one grade-major',
  'statusStatistics.exportExcel': 'one table of figures',
  'statusReturn.exportExcel': 'one table of figures',
  'statusReturn.exportMovement': 'one table of figures',
  'statusWarningResult.letters': 'what was chosen',
  'majorSchemaCustomize.previewPdf': 'one scheme',
  'majorSchemaCustomize.learnHoursExport': 'one scheme',
  'majorSchemaCustomize.templateDownload': 'a file without rows',
  'specialItemStudent.levelTemplate': 'a file without rows',
  'exportJob.download': 'a finished file, as a stream',
  'file.download': 'one file, as a stream',
  'file.preview': 'one file, as a stream',
  'file.batchDownload': 'files, as a stream',
  'studentPhoto.download': 'files, as a stream',
  'systemUser.passwordSlips': 'the slips that came with the request',
  ...Object.fromEntries(
    allResources.filter(({ imports }) => imports).map(({ name }) => [`${name}.template`, 'a file without rows']),
  ),
};
const files = handlers.filter(({ operation }) => operation.answer === 'file');

describe('what is downloaded', () => {
  it.each(files.map((entry) => [entry.operation.id, entry] as const))(
    '%s is the export of a list whose rows come some at a time, or small by its nature',
    (id, entry) => {
      expect(entry.describe !== undefined).toBe(!(id in bounded));
    },
  );

  // SYSADMIN-15
  it.each(files.filter(({ describe: isList }) => isList).map(({ operation }) => operation.id))(
    '%s has words in the operation log',
    (id) => {
      const thing = loggedName(id.split('.')[0]!);
      const known = allResources.map(({ name, loggedAs = name }) => loggedAs);
      expect(thing in loggedThings || known.includes(thing)).toBe(true);
    },
  );

  it('is known where it is small by its nature', () => {
    expect(Object.keys(bounded).filter((id) => !files.some(({ operation }) => operation.id === id))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { scoreChangeDetail } from './score-change.operations.ts';
import { scoreBandView, scoreItemView, sheet, sheetRow } from './score-entry.operations.ts';

// The gateway's tests hold every answer against these schemas, undeclared fields included.
const names = (schema: z.ZodObject): string[] => Object.keys(schema.shape);

describe('wire names of the score area', () => {
  it('SCORE-ENTRY-10: a teaching class in detail', () => {
    expect(names(sheet.output)).toEqual(
      expect.arrayContaining([
        'teachingClassId',
        'semesterName',
        'courseName',
        'courseCredit',
        'teachingClassName',
        'coursePersonCount',
        'teacherName',
        'importTeacher',
        'scoreHierarchyCode',
        'listCode',
      ]),
    );
    expect(names(scoreBandView)).toEqual(
      expect.arrayContaining(['scorePercentileMinValue', 'scorePercentileMaxValue', 'scoreValueName']),
    );
  });

  it('SCORE-ENTRY-11: the entry window', () => {
    expect(names(sheet.output)).toEqual(expect.arrayContaining(['scoreTermInputBeginTime', 'scoreTermInputEndTime']));
  });

  it('SCORE-ENTRY-12: a student’s row', () => {
    expect(names(sheetRow)).toEqual(
      expect.arrayContaining([
        'studentCode',
        'studentNumber',
        'studentName',
        'scoreRemarkCode',
        'scoreRemarkName',
        'studentScoreFinalValue',
        'digit',
        'isReExamStudentName',
        'administrativeClassName',
        'gradeMajorName',
        'canSubmmit',
      ]),
    );
    expect(sheetRow.shape.items.safeParse({ qm: '85.0', ps: null }).success).toBe(true);
  });

  it('SCORE-ENTRY-13, SCORE-CHANGE-09: a sub-item', () => {
    expect(names(scoreItemView)).toEqual(
      expect.arrayContaining([
        'dataKey',
        'scoreSubItemName',
        'scoreSubItemProportion',
        'type',
        'enable',
        'scoreHierarchyCode',
        'options',
      ]),
    );
    expect(names(scoreItemView.shape.options.element)).toEqual(['scoreValueCode', 'scoreValueName']);
  });

  it('SCORE-CHANGE-07: a change application', () => {
    expect(names(scoreChangeDetail.output)).toEqual(
      expect.arrayContaining([
        'scoreChangeApplyStatus',
        'semesterName',
        'courseName',
        'courseCredit',
        'teachingClassId',
        'teachingClassName',
        'coursePersonCount',
        'teacherName',
        'importTeacher',
      ]),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { permissionOf } from '../kernel/operation.ts';
import { recognitionOperationsOf } from './recognition.operations.ts';

// The gateway's tests hold every answer against these schemas, undeclared fields included.
const { shape } = recognitionOperationsOf.system.detail.output;

describe('wire names of a recognition', () => {
  it('RECOGNITION-13: the application', () => {
    expect(Object.keys(shape)).toEqual(
      expect.arrayContaining([
        'studentId',
        'studentName',
        'departmentName',
        'studentClassName',
        'applicantName',
        'scoreCognizanceApplyTime',
        'scoreCognizanceApplyId',
        'scoreCognizanceApplyRemark',
        'relateList',
      ]),
    );
  });

  // RECOGNITION-14, RECOGNITION-15, RECOGNITION-16
  it('outside scores and the in-plan courses they are recognised as', () => {
    const { outSideList, inSideList } = shape.relateList.element.shape;
    expect(Object.keys(outSideList.element.shape)).toEqual(
      expect.arrayContaining([
        'outSemesterId',
        'outCourseNatureName',
        'outCourseAttributeName',
        'courseNum',
        'outCourseCode',
        'outCourseName',
        'outCourseCredit',
        'outCoursePeriod',
        'outScoreCognizanceFinalValue',
        'outSchoolScoreTypeName',
      ]),
    );
    expect(Object.keys(inSideList.element.shape)).toEqual(
      expect.arrayContaining([
        'semesterId',
        'courseNatureName',
        'courseAttributeName',
        'courseNum',
        'courseName',
        'courseCredit',
        'coursePeriod',
        'scoreCognizanceFinalValue',
        'scoreHierarchyCode',
        'scoreHierarchyName',
        'scoreValueStr',
      ]),
    );
  });

  it('RECOGNITION-20, RECOGNITION-21: detail by id in the path', () => {
    const detail = (kind: keyof typeof recognitionOperationsOf) =>
      `${recognitionOperationsOf[kind].detail.method} ${recognitionOperationsOf[kind].detail.path}`;
    expect(detail('system')).toBe('GET /score/scoreCognizanceApply/systemScore/detail/{id}');
    expect(detail('outside')).toBe('GET /score/scoreCognizanceApply/detail/{id}');
    expect(detail('outSchool')).toMatch(/^GET .*scoreCognizanceApply\/detail\/\{id\}$/);
  });

  it('RECOGNITION-24: details and exports under the codes of the specification', () => {
    expect(
      Object.values(recognitionOperationsOf).flatMap(({ detail, exportAuditExcel }) => [
        permissionOf(detail),
        permissionOf(exportAuditExcel),
      ]),
    ).toEqual([
      'systemScoreCognizanceAudit:detail',
      'systemScoreCognizanceAudit:exportAuditExcel',
      'outsideScoreCognizance:detail',
      'outsideScoreCognizanceAudit:exportAuditExcel',
      'outSideSchoolScoreCognizance:detail',
      'outSideSchoolScoreCognizance:exportAuditExcel',
    ]);
  });
});

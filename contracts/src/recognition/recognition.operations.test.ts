import { describe, expect, it } from 'vitest';
import { recognitionDetail } from './recognition.operations.ts';

// The gateway's tests hold every answer against these schemas, undeclared fields included.
const { shape } = recognitionDetail.output;

describe('wire names of a recognition', () => {
  it('RECOGNITION-13: the application', () => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining([
      'studentId', 'studentName', 'departmentName', 'studentClassName', 'applicantName', 'scoreCognizanceApplyTime', 'scoreCognizanceApplyId', 'scoreCognizanceApplyRemark', 'relateList',
    ]));
  });

  it('RECOGNITION-14, RECOGNITION-15, RECOGNITION-16: outside scores and the in-plan courses they are recognised as', () => {
    const { outSideList, inSideList } = shape.relateList.element.shape;
    expect(Object.keys(outSideList.element.shape)).toEqual(expect.arrayContaining([
      'outSemesterId', 'outCourseNatureName', 'outCourseAttributeName', 'courseNum', 'outCourseCode', 'outCourseName', 'outCourseCredit', 'outCoursePeriod', 'outScoreCognizanceFinalValue', 'outSchoolScoreTypeName',
    ]));
    expect(Object.keys(inSideList.element.shape)).toEqual(expect.arrayContaining([
      'semesterId', 'courseNatureName', 'courseAttributeName', 'courseNum', 'courseName', 'courseCredit', 'coursePeriod', 'scoreCognizanceFinalValue', 'scoreHierarchyCode', 'scoreHierarchyName', 'scoreValueStr',
    ]));
  });
});

import { classroomOperations } from './classroom.operations.ts';
import { courseOperations } from './course.operations.ts';
import { departmentOperations } from './department.operations.ts';
import { dictionaryOperations } from './dictionary.operations.ts';
import { personalCoursePlanOperations } from './personal-course-plan.operations.ts';
import { scoreHierarchyOperations } from './score-hierarchy.operations.ts';
import { selectCurrentXnXq } from './semester.operations.ts';
import { findStudents } from './student.operations.ts';
import { teacherOperations } from './teacher.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const baseInfoArea = {
  operations: [
    selectCurrentXnXq,
    ...dictionaryOperations,
    ...classroomOperations,
    ...courseOperations,
    ...departmentOperations,
    ...personalCoursePlanOperations,
    ...scoreHierarchyOperations,
    findStudents,
    ...teacherOperations,
  ],
} as const satisfies ContractArea;

import type { GatewayArea } from '../kernel/area.ts';
import { administrativeClassHandlers } from './administrative-class.handlers.ts';
import { classroomHandlers } from './classroom.handlers.ts';
import { courseHandlers } from './course.handlers.ts';
import { departmentHandlers } from './department.handlers.ts';
import { dictionaryHandlers } from './dictionary.handlers.ts';
import { lookupHandlers } from './lookup.handlers.ts';
import { importRecordHandlers } from './import-record.handlers.ts';
import { personalCoursePlanHandlers } from './personal-course-plan.handlers.ts';
import { regionHandlers } from './region.handlers.ts';
import { rosterOfClassesHandlers } from './roster-of-classes.handlers.ts';
import { scoreHierarchyHandlers } from './score-hierarchy.handlers.ts';
import { semesterHandlers } from './semester.handlers.ts';
import { studentHandlers } from './student.handlers.ts';
import { teacherAssignmentHandlers } from './teacher-assignment.handlers.ts';
import { teacherHandlers } from './teacher.handlers.ts';
import { timetableHandlers } from './timetable.handlers.ts';

/** What the area brings to the gateway. */
export const baseInfoArea: GatewayArea = {
  handlers: [
    ...administrativeClassHandlers,
    ...rosterOfClassesHandlers,
    ...regionHandlers,
    ...classroomHandlers,
    ...courseHandlers,
    ...departmentHandlers,
    ...dictionaryHandlers,
    ...lookupHandlers,
    ...importRecordHandlers,
    ...personalCoursePlanHandlers,
    ...scoreHierarchyHandlers,
    ...semesterHandlers,
    ...studentHandlers,
    ...teacherHandlers,
    ...teacherAssignmentHandlers,
    ...timetableHandlers,
  ],
};

import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { useOperation } from '../lib/queries.ts';
import type { PickedStudent } from './student-picker.tsx';

/** The student of a number in an address, of those whom the person reaches; null: none. `loading`: not known yet. */
export function useStudentOfNumber(studentNumber: string): {
  readonly student: PickedStudent | null;
  readonly loading: boolean;
} {
  const asked = studentNumber !== '';
  const query = useOperation(findStudents, { keyword: studentNumber }, { enabled: asked, keepPrevious: false });
  const student = query.data?.list.find((each) => each.studentNumber === studentNumber) ?? null;
  return { student: asked ? student : null, loading: asked && query.data === undefined && !query.isError };
}

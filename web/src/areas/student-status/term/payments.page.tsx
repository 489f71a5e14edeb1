import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { paymentTotal } from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { payment } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';

const text = z.string().catch('').default('');
const filters = z.object({
  xnzj: text,
  studentCode: text,
  studentNumber: text,
  departmentId: text,
  bjdm: text,
  expenseCategoryCode: text,
  arrearsSign: text,
});

/** 缴费 (STUDENT-STATUS-04): rows of finance; the last row is what all that the filter finds comes to. */
export function PaymentsPage() {
  const [state] = usePageState(filters);
  const asked = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ''));
  const total = useOperation(paymentTotal, asked);
  const owing = (value: unknown) => {
    const amount = textOf(value);
    return Number(amount) > 0 ? <span style={{ color: 'var(--jw-red-text)' }}>{amount}</span> : amount;
  };
  return <ResourcePage resource={payment} totalRow={total.data} cells={{ arrears: (row) => owing(row['arrears']) }} />;
}

import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { useOperation } from '../../../lib/queries.ts';

const staleTime = 600_000;

/** Semesters to choose from, with the current one. */
export function useSemesters(): { options: { code: string; name: string }[]; current: string } {
  const list = useOperation(semesters, {}, { staleTime }).data?.list ?? [];
  return {
    options: list.map(({ xnxq, xnxqmc }) => ({ code: xnxq, name: xnxqmc })),
    current: list.find(({ sfdqxq }) => sfdqxq === '1')?.xnxq ?? '',
  };
}

/** Grades to choose from. */
export function useGrades(): { options: readonly { code: string; name: string }[]; loading: boolean } {
  const { data, isPending } = useOperation(resourceOptions, { to: 'grade' }, { staleTime });
  return { options: data?.list ?? [], loading: isPending };
}

import { scoreValue } from '@jwxt/contracts/score-setting/score-value.resource.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 成绩等级制 (SCORE-MORE-23). */
export function ScoreValuesPage() {
  return <ResourcePage resource={scoreValue} editable={(row) => row['scoreHierarchyCode'] !== PERCENTAGE_HIERARCHY} />;
}

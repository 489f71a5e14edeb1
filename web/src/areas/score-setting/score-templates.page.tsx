import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { scoreValue } from '@jwxt/contracts/score-setting/score-value.resource.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 成绩模板 (SCORE-MORE-20). */
export function ScoreTemplatesPage() {
  return (
    <ResourcePage
      resource={scoreTemplate}
      note="修改只影响以后设置的教学班。已设置的成绩单保存着当时的分项和比例，不随模板改变。"
    />
  );
}

/** 成绩等级制 (SCORE-MORE-23). */
export function ScoreValuesPage() {
  return (
    <ResourcePage
      resource={scoreValue}
      editable={(row) => row['scoreHierarchyCode'] !== PERCENTAGE_HIERARCHY}
      note="各等级应从 0 到 100 首尾相接。修改只影响以后设置的教学班：已设置的成绩单保存着当时的等级和折算分。"
    />
  );
}

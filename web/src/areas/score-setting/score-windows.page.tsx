import { outsideScoreTime, scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';

/** 成绩学期控制 (SCORE-MORE-22). */
export function ScoreTermControlPage() {
  return (
    <ResourcePage
      resource={scoreTermControl}
      empty="还没有录入时间。学期初始化之前，需要一条全校的录入时间。"
      note={
        '未设置的教学班立即按新的时间录入。已设置的教学班保持各自的录入时间：' +
        '要一并改变，请在“教学班与考试设置”中批量调整，或重新执行学期初始化（覆盖）。'
      }
    />
  );
}

/** 成绩认定时间 (SCORE-MORE-32). */
export function OutsideScoreTimePage() {
  return (
    <ResourcePage
      resource={outsideScoreTime}
      empty="还没有认定时间。没有设置的类型，本学期随时可以申请。"
      note="某一类型设置了时间之后，只在这些时间内受理新的申请；被退回的申请不受限制。"
    />
  );
}

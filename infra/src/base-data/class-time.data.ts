/** Beginnings of the periods of a day, 45 minutes each (BASE-DATA-13); a school changes them on their page. */
const beginnings = [
  '08:00',
  '08:50',
  '09:55',
  '10:45',
  '11:35',
  '13:30',
  '14:20',
  '15:25',
  '16:15',
  '18:30',
  '19:20',
  '20:10',
];
const MINUTES = 45;

const later = (clock: string, minutes: number): string => {
  const all = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + minutes;
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
};

export const classTimeRows = beginnings.map((startTime, index) => ({
  classTimeId: `JC${String(index + 1).padStart(2, '0')}`,
  timeCode: index + 1,
  timeName: `第${String(index + 1)}节`,
  startTime,
  endTime: later(startTime, MINUTES),
}));

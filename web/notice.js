/** What is to be said where the picture would be. Pure. */
export function noticeFor({ library, list, problem }) {
  if (problem) return { kind: 'error', says: `error-${problem.code}`, detail: problem.message };
  if (list.length === 0 && library === 'failed') return { kind: 'error', says: 'unreachable' };
  return { kind: 'empty', says: 'empty' };
}

/** A member of a dictionary of RFC 9651: its key, and its value where that is a word or a text. */
const member = /(?:^|,)[ \t]*([a-z*][\w.*-]*)(?:=(?:"([^"]*)"|([^\s,;]*)))?(?:[ \t]*;[^,]*)?[ \t]*/gy;

/** What kind of picture the server says that it is, as `Vernier-Picture` does; or null. Pure. */
export function pictureType(header) {
  const members = [...(header ?? '').matchAll(member)];
  const [, , quoted, plain] = members.findLast(([, key]) => key === 'type') ?? [];
  return quoted ?? plain ?? null;
}

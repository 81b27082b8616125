/*
 * letters.js: files of the page, which are packed and stand there in letters (html_data.c). The build
 * puts it before load.js and before worker.js.
 */
'use strict';

/* Two letters are 13 bits; a single one at the end, those that are left. */
function bytesOf(letters) {
    const bytes = new Uint8Array(letters.length * 13 >> 4), digit = at => {
        const code = letters.charCodeAt(at);
        return code - (code > 60 ? 36 : 35);
    };
    for (let at = 0, bits = 0, count = 0, k = 0; at < letters.length; at += 2) {
        const pair = at + 1 < letters.length;
        bits |= (digit(at) + (pair ? 91 * digit(at + 1) : 0)) << count;
        for (count += pair ? 13 : 6; count > 7; count -= 8) {
            bytes[k++] = bits;
            bits >>= 8;
        }
    }
    return bytes;
}

/* packed: how, if at all. */
async function unpacked(bytes, packed) {
    if (!packed) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(packed));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

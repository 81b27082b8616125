/*
 * worker.js: the module at work, beside the page, which stays awake. The page sends the module and
 * the files once, then requests; each is answered by { id, told, text }.
 */

let compiled = null, exported = null;
const files = [];

/* The module finds no system around it: no environment, no disk, no clock. */
function imports() {
    const none = {};
    const no_such_file = 8;
    for (const { module, name } of WebAssembly.Module.imports(compiled)) {
        none[module] = none[module] || {};
        none[module][name] = () => no_such_file;
    }
    return none;
}

/* Bytes with a NUL behind them, in a room that belongs to the module from then on. */
function put(bytes) {
    const room = exported.room(bytes.length + 1);
    if (!room) throw new Error('there is not enough memory');
    const memory = new Uint8Array(exported.memory.buffer);
    memory.set(bytes, room);
    memory[room + bytes.length] = 0;
    return room;
}

const putText = text => put(new TextEncoder().encode(text));
const keep = ({ name, bytes }) => exported.file(putText(name), put(bytes), bytes.length);

async function begin() {
    exported = (await WebAssembly.instantiate(compiled, imports())).exports;
    if (exported._initialize) exported._initialize();
    files.forEach(keep);
}

function tell(request) {
    const told = exported.tell(putText(request));
    const text = new Uint8Array(exported.memory.buffer, exported.text(), exported.length());
    return { told: !!told, text: new TextDecoder().decode(text) };
}

/* A module that has failed in the middle of something is not asked again: a new one is. */
async function answer(request) {
    try {
        if (!exported) await begin();
        return tell(request);
    } catch (error) {
        exported = null;
        return { told: false, text: 'This cannot be computed here: ' + error.message };
    }
}

const opened = ({ letters, packed }) => unpacked(bytesOf(letters), packed);

async function take(message) {
    if (message.module) compiled = await WebAssembly.compile(await opened(message.module));
    for (const sent of message.files || []) {
        const file = { name: sent.name, bytes: sent.bytes || await opened(sent) };
        const same = files.findIndex(({ name }) => name === file.name);
        files.splice(same < 0 ? files.length : same, 1, file);
        if (exported) keep(file);
    }
    if (message.request) postMessage({ id: message.id, ...await answer(message.request) });
}

/* One after the other. */
let before = Promise.resolve();
onmessage = ({ data }) => {
    before = before.then(() => take(data)).catch(error =>
        postMessage({ id: data.id, told: false, text: 'This page cannot compute: ' + error.message }));
};

/** All that a composer needs for files, in one: what is added without a network is seen without one. */
export { AttachButton } from "./AttachButton.tsx";
export { FileTray } from "./FileTray.tsx";
export { VoiceButton } from "#web/features/voice/VoiceButton.tsx";

// Preloaded into a server that binds to all interfaces: its sockets are bound to 127.0.0.1, and it says which ports they have.
"use strict";

const net = require("net");

const HOST = "127.0.0.1";
const listen = net.Server.prototype.listen;

net.Server.prototype.listen = function (...given) {
  // listen(port, …), listen(port, host, …), listen({ port, … }, …); what else Node takes has no address to pin.
  const [first, second, ...rest] = given;
  let pinned;
  if (first !== null && typeof first === "object" && first.port !== undefined) {
    pinned = [{ ...first, host: HOST }, ...given.slice(1)];
  } else if (Number.isInteger(Number(first)) && first !== null && first !== "") {
    pinned = typeof second === "string" ? [first, HOST, ...rest] : [first, HOST, ...given.slice(1)];
  } else {
    throw new Error("loopback.js: a server that listens on no port cannot be pinned to " + HOST);
  }
  this.once("listening", () => console.log(`loopback.js: listening on ${HOST}:${this.address().port}`));
  return listen.apply(this, pinned);
};

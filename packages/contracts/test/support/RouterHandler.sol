// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ApprovalProxy} from "../../src/ApprovalProxy.sol";
import {Depository} from "../../src/Depository.sol";
import {Router} from "../../src/Router.sol";
import {Permit} from "../../src/interfaces/IApprovalProxy.sol";
import {IDepository} from "../../src/interfaces/IDepository.sol";
import {Plan, PlanCall, Settlement} from "../../src/interfaces/IRouter.sol";
import {Pool} from "./Pools.sol";
import {FeeToken, PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice Users who swap and deposit, and an attacker who writes plans of his own. The victim approved the proxy for
/// everything and never acts.
contract RouterHandler {
    Depository public immutable depository;
    Router public immutable router;
    ApprovalProxy public immutable proxy;
    Pool public immutable pool = new Pool();
    address public immutable user = address(0x05e5);
    address public immutable attacker = address(0xa77ac);
    address public immutable victim = address(0x71c71);

    PlainToken[3] public tokens;
    address[] public runners;
    uint256 public executed;

    uint256 private _salt;

    constructor() {
        IDepository.TokenLimit[] memory none = new IDepository.TokenLimit[](0);
        IDepository.Limit memory limit = IDepository.Limit(type(uint208).max, 1);
        depository = new Depository(address(this), address(0xa110c), address(0), 7 days, limit, none);
        router = new Router(address(depository));
        proxy = router.PROXY();
        tokens = [new PlainToken(), PlainToken(address(new FeeToken())), new PlainToken()];
        address[3] memory people = [user, attacker, victim];
        vm.deal(address(pool), 1_000_000_000);
        for (uint256 j = 0; j < 3; ++j) {
            tokens[j].mint(address(pool), 1_000_000_000);
            for (uint256 i = 0; i < 3; ++i) {
                vm.deal(people[i], 1_000_000);
                tokens[j].mint(people[i], 1_000_000);
                vm.prank(people[i]);
                tokens[j].approve(address(proxy), type(uint256).max);
            }
        }
    }

    function runnerCount() external view returns (uint256) {
        return runners.length;
    }

    function swap(uint256 from, uint256 to, uint256 amount, bool deposits, uint256 cap) external {
        amount = 1 + amount % 1_000;
        (from, to) = (from % 3, to % 3);
        Plan memory plan = _plan(address(tokens[to]), user, amount + cap % amount);
        if (deposits) plan.settlement.id = keccak256(abi.encode(_salt));
        plan.calls = new PlanCall[](1);
        bytes memory data = abi.encodeCall(pool.swapTokens, (tokens[from], amount / 2, tokens[to]));
        plan.calls[0] = PlanCall(address(pool), 0, data, address(tokens[from]), amount);
        _pull(user, from, amount, plan, 0);
    }

    function spendNative(uint256 amount, uint256 value) external {
        Plan memory plan = _plan(address(0), user, 1 + amount % 100);
        vm.prank(user);
        router.execute{value: value % 1_000}(plan);
        _note(user, address(0), plan);
    }

    /// @dev The attacker's own money, and any call to any contract that there is, with any allowance.
    function attack(uint256 what, uint256 kind, uint256 target, uint256 amount, bool native) external {
        PlainToken token = tokens[what % 3];
        amount = 1 + amount % 1_000;
        Plan memory plan = _plan(native ? address(0) : address(token), attacker, type(uint256).max);
        plan.calls = new PlanCall[](1);
        plan.calls[0] = PlanCall(_target(token, target), 0, _payload(token, kind, amount), address(token), amount * (target % 2));
        _pull(attacker, what % 3, amount, plan, native ? 10 : 0);
    }

    /// @dev With a signature that is not the victim's.
    function forge(uint256 what, uint256 amount, uint256 key) external {
        Plan memory plan = _plan(address(tokens[what % 3]), attacker, type(uint256).max);
        bytes32 digest = proxy.hashTransfer(victim, address(tokens[what % 3]), amount, plan);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(1 + key % 1_000, digest);
        vm.prank(attacker);
        proxy.pullSigned(victim, address(tokens[what % 3]), amount, plan, Permit(0, 0, 0, 0), abi.encodePacked(r, s, v));
    }

    function _pull(address owner, uint256 what, uint256 amount, Plan memory plan, uint256 value) private {
        vm.prank(owner);
        proxy.pull{value: value}(address(tokens[what]), amount, plan);
        _note(owner, address(tokens[what]), plan);
    }

    function _note(address owner, address token, Plan memory plan) private {
        runners.push(router.runnerOf(owner, token, plan));
        executed += 1;
    }

    function _plan(address token, address owner, uint256 maximum) private returns (Plan memory plan) {
        plan.settlement = Settlement(0, owner, token, 1, maximum);
        plan.refundTo = owner;
        plan.deadline = type(uint256).max;
        plan.salt = bytes32(++_salt);
        plan.touched = new address[](3);
        for (uint256 i = 0; i < 3; ++i) plan.touched[i] = address(tokens[i]);
    }

    function _target(PlainToken token, uint256 target) private view returns (address) {
        address[6] memory targets =
            [address(token), address(proxy), address(router), address(depository), address(pool), attacker];
        return targets[target % 6];
    }

    function _payload(PlainToken token, uint256 kind, uint256 amount) private view returns (bytes memory) {
        kind = kind % 7;
        if (kind == 0) return abi.encodeCall(token.transferFrom, (victim, attacker, amount));
        if (kind == 1) return abi.encodeCall(token.approve, (attacker, type(uint256).max));
        if (kind == 2) return abi.encodeCall(token.transfer, (attacker, amount));
        if (kind == 3) return abi.encodeCall(router.executeFor, (victim, address(token), _empty()));
        if (kind == 4) return abi.encodeCall(proxy.pull, (address(token), amount, _empty()));
        if (kind == 5) return abi.encodeCall(depository.depositErc20, (attacker, address(token), amount, bytes32(amount)));
        return "";
    }

    function _empty() private view returns (Plan memory plan) {
        plan.settlement = Settlement(0, attacker, address(0), 1, 1);
        plan.refundTo = attacker;
        plan.deadline = type(uint256).max;
    }
}
